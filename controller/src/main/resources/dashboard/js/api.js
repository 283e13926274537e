// Calls of the controller's API. A token is kept for this tab only.

const TOKEN = 'gnomon-token';

export const token = {
  get: () => sessionStorage.getItem(TOKEN) ?? '',
  set: value => sessionStorage.setItem(TOKEN, value),
  forget: () => sessionStorage.removeItem(TOKEN),
};

export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body.detail ?? response.statusText);
  return body;
}

const path = (cluster, rest) => `api/v1/clusters/${encodeURIComponent(cluster)}/${rest}`;

export async function ask(cluster, what, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return answer(await fetch(`${path(cluster, what)}?${query}`));
}

export async function study(cluster, body) {
  return answer(await fetch(path(cluster, 'studies'), {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}));
}

/** Has something done; `key` names the request, so that sending it again does no harm. */
export async function operate(cluster, what, key, body) {
  return answer(await fetch(path(cluster, what), {
    method: 'POST',
    headers: {
      'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${token.get()}`},
    body: JSON.stringify(body)}));
}

export function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
