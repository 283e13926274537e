// Requests to the controller, its live stream, and the operator's token, which this tab keeps.

const TOKEN = 'gnomon-token';

export const token = {
  get: () => sessionStorage.getItem(TOKEN) ?? '',
  set: value => sessionStorage.setItem(TOKEN, value),
  forget: () => sessionStorage.removeItem(TOKEN),
};

/** An answer that is not a success; the message says what is wrong and what to do. */
export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function answer(request) {
  const response = await request.catch(() => {
    throw new Refusal(0, 'The controller does not answer.');
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body.detail ?? response.statusText);
  return body;
}

/** The headers of a request; the token is needed to change something and, if the controller says so, to read. */
const headers = (others = {}) => token.get() ? {...others, authorization: `Bearer ${token.get()}`} : others;

const path = (cluster, rest) => `api/v1/clusters/${encodeURIComponent(cluster)}${rest ? `/${rest}` : ''}`;

/** Reads a resource of a cluster, such as `queue`; parameters without a value are left out. */
export function ask(cluster, what, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return answer(fetch(path(cluster, what) + (query && `?${query}`), {headers: headers()}));
}

/** Reads a resource of the controller, such as `configuration`. */
export function askController(what) {
  return answer(fetch(`api/v1/${what}`, {headers: headers()}));
}

/** Simulates other configurations; changes nothing. */
export function study(cluster, body) {
  return answer(fetch(path(cluster, 'studies'), {
    method: 'POST', headers: headers({'content-type': 'application/json'}), body: JSON.stringify(body)}));
}

/** Performs an operation with the token of this tab; `key` names the request, so that sending it again does no harm. */
export function operate(cluster, what, key, body) {
  return answer(fetch(path(cluster, what), {
    method: 'POST',
    headers: headers({'content-type': 'application/json', 'idempotency-key': key}),
    body: JSON.stringify(body)}));
}

/** Whether operators are configured, and whose token this is. */
export function session(value = token.get()) {
  return answer(fetch('api/v1/session', {headers: value ? {authorization: `Bearer ${value}`} : {}}));
}

export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

const RETRY_MILLISECONDS = 3000;

/** Reads server-sent events until the connection ends; an EventSource could not send a token. */
async function readStream(signal, onData) {
  const response = await fetch('api/v1/stream', {headers: headers(), signal});
  if (!response.ok) throw new Refusal(response.status, response.statusText);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const data = event.split('\n').find(line => line.startsWith('data: '));
      if (data) onData(JSON.parse(data.slice('data: '.length)));
    }
  }
}

/**
 * Calls back with all clusters after each change, and with whether the stream is connected. Ends, and calls
 * `onRefused` with the status, if reading needs a token (401) or the user may not read the stream (403). Returns a
 * function that ends it.
 */
export function follow(onClusters, onConnected, onRefused) {
  const ended = new AbortController();
  const run = async () => {
    while (!ended.signal.aborted) {
      const failure = await readStream(ended.signal, clusters => {
        onConnected(true);
        onClusters(clusters);
      }).catch(problem => problem);
      if (ended.signal.aborted) return;
      if (failure?.status === 401 || failure?.status === 403) {
        onRefused(failure.status);
        return;
      }
      onConnected(false);
      await new Promise(resolve => { setTimeout(resolve, RETRY_MILLISECONDS); });
    }
  };
  run();
  return () => ended.abort();
}
