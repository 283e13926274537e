// Data that a component loads and keeps up to date.

import {useEffect, useRef, useState} from './lib.js';

const PAUSE_MILLISECONDS = 2000;
const REPEAT_MILLISECONDS = 15_000;

/**
 * Loads data when the key or the version changes, and keeps the last data while it loads. A null key loads nothing.
 * Without a version, data is loaded at most once in two seconds. With a version, a new key is loaded at once, and
 * each version once more after two seconds and then every 15 s, because some figures are simulated and follow later.
 * Returns `{data, error, loading}`; `error` is the message of the last attempt.
 */
export function useResource(key, load, version = null) {
  const [state, setState] = useState({data: null, error: null, loading: true});
  const self = useRef({}).current;
  Object.assign(self, {key, version, load});

  useEffect(() => {
    self.alive = true;
    return () => {
      self.alive = false;
      clearTimeout(self.timer);
    };
  }, []);

  useEffect(() => {
    if (key === null) return;
    const later = (action, milliseconds) => {
      clearTimeout(self.timer);
      self.timer = setTimeout(action, milliseconds);
    };
    const next = async () => {
      clearTimeout(self.timer);
      const {key: loading, version: loadingVersion} = self;
      const isNew = self.loaded !== `${loading} ${loadingVersion}`;
      self.loaded = `${loading} ${loadingVersion}`;
      self.loading = loading;
      let change;
      try {
        const data = await self.load();
        change = {data, error: null, loading: false};
      } catch (problem) {
        change = {error: problem.message, loading: false};
      }
      // an answer for a key that is no longer wanted is dropped
      if (!self.alive || self.loading !== loading) return;
      setState(last => ({...last, ...change}));
      later(() => {
        self.loading = undefined;
        if (self.key === null) return;
        const hasChanged = self.key !== loading || self.version !== loadingVersion;
        if (hasChanged || (version !== null && isNew)) next();
        else if (version !== null) later(next, REPEAT_MILLISECONDS - PAUSE_MILLISECONDS);
      }, PAUSE_MILLISECONDS);
    };
    const isOther = version !== null && self.loading !== undefined && self.loading !== key;
    if (isOther || self.loading === undefined) next();
  }, [key, version]);

  return state;
}
