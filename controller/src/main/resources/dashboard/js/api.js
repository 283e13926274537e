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

const path = (cluster, rest) => `api/v1/clusters/${encodeURIComponent(cluster)}${rest ? `/${rest}` : ''}`;

/** Reads a resource of a cluster, such as `queue`; parameters without a value are left out. */
export function ask(cluster, what, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return answer(fetch(path(cluster, what) + (query && `?${query}`)));
}

/** Reads a resource of the controller, such as `configuration`. */
export function askController(what) {
  return answer(fetch(`api/v1/${what}`));
}

/** Simulates other configurations; changes nothing. */
export function study(cluster, body) {
  return answer(fetch(path(cluster, 'studies'), {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}));
}

/** Performs an operation with the token of this tab; `key` names the request, so that sending it again does no harm. */
export function operate(cluster, what, key, body) {
  return answer(fetch(path(cluster, what), {
    method: 'POST',
    headers: {'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${token.get()}`},
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

/** Calls back with all clusters after each change, and with whether the stream is connected. */
export function follow(onClusters, onConnected) {
  const stream = new EventSource('api/v1/stream');
  stream.addEventListener('clusters', event => {
    onConnected(true);
    onClusters(JSON.parse(event.data));
  });
  stream.addEventListener('error', () => onConnected(false));
  return () => stream.close();
}
