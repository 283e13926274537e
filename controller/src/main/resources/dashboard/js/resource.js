// Data that a component loads and keeps up to date.

import {useEffect, useRef, useState} from './lib.js';

const PAUSE_MILLISECONDS = 2000;

/**
 * Loads data when the key changes, at most once in two seconds, and keeps the last data while it loads.
 * A null key loads nothing. Returns `{data, error, loading}`; `error` is the message of the last attempt.
 */
export function useResource(key, load) {
  const [state, setState] = useState({data: null, error: null, loading: true});
  const wanted = useRef(null);
  const busy = useRef(false);
  const alive = useRef(true);
  const loader = useRef(load);
  loader.current = load;

  useEffect(() => {
    alive.current = true;
    return () => { alive.current = false; };
  }, []);

  useEffect(() => {
    wanted.current = key;
    const next = async () => {
      if (busy.current || wanted.current === null || !alive.current) return;
      busy.current = true;
      const loading = wanted.current;
      try {
        const data = await loader.current();
        if (alive.current) setState({data, error: null, loading: false});
      } catch (problem) {
        if (alive.current) setState(last => ({...last, error: problem.message, loading: false}));
      }
      setTimeout(() => {
        busy.current = false;
        if (wanted.current !== loading) next();
      }, PAUSE_MILLISECONDS);
    };
    next();
  }, [key]);

  return state;
}
