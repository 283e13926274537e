// Data that a component loads and keeps up to date.

import {useEffect, useRef, useState} from './lib.js';

const PAUSE_MILLISECONDS = 2000;

/**
 * Loads data when the key or the version changes, and keeps the last data while it loads. A null key loads nothing.
 * A new key is loaded at once if a version is given; everything else at most once in two seconds.
 * Returns `{data, error, loading}`; `error` is the message of the last attempt.
 */
export function useResource(key, load, version = null) {
  const [state, setState] = useState({data: null, error: null, loading: true});
  const current = useRef({});
  const self = current.current;
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
    const next = async () => {
      self.timer = null;
      const {key: loading, version: loadingVersion} = self;
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
      self.timer = setTimeout(() => {
        self.timer = null;
        self.loading = undefined;
        if (self.key !== null && (self.key !== loading || self.version !== loadingVersion)) next();
      }, PAUSE_MILLISECONDS);
    };
    const atOnce = version !== null && self.loading !== undefined && self.loading !== key;
    if (atOnce) clearTimeout(self.timer);
    if (atOnce || self.loading === undefined) next();
  }, [key, version]);

  return state;
}
