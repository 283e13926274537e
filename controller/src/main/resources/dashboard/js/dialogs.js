// The two dialogs: log in with a token, and perform an operation for a reason.

import {html, useLayoutEffect, useRef, useState} from './lib.js';
import {operate, requestKey, token} from './api.js';
import {Commands, Difference} from './parts.js';

function Dialog({title, onClose, children, testid}) {
  const box = useRef(null);
  useLayoutEffect(() => { // before the browser paints: a key pressed as soon as the text is there reaches the dialog
    const element = box.current;
    element.showModal();
    (element.querySelector('[data-first]') ?? element.querySelector('input, select'))?.focus();
    return () => element.close(); // which returns the focus to where it was
  }, []);
  return html`<dialog ref=${box} aria-labelledby="dialog-title" data-testid=${testid}
    onClose=${() => box.current && onClose()}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
  </dialog>`;
}

const Problem = ({text}) => html`<p class="failed" role="alert" data-testid="problem">${text}</p>`;

/** Asks for the token once; this tab keeps it until it is closed or the operator logs out. */
export function LogIn({logIn, onClose}) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async event => {
    event.preventDefault();
    const given = new FormData(event.target).get('token').trim();
    setBusy(true);
    const failure = await logIn(given);
    setBusy(false);
    if (failure) setProblem(failure);
    else onClose(true);
  };
  return html`<${Dialog} title="Log in" testid="login-dialog" onClose=${() => onClose(false)}>
    <form onSubmit=${send}>
      <p class="quiet">With your token. This browser tab keeps it until you log out or close the tab.</p>
      <label>Token <input name="token" type="password" required autocomplete="off" data-testid="token"/></label>
      <${Problem} text=${problem}/>
      <p class="buttons"><button class="primary" disabled=${busy} data-testid="login-send">Log in</button>
        <button type="button" onClick=${() => onClose(false)}>Cancel</button></p>
    </form>
  </${Dialog}>`;
}

/**
 * Performs one operation. An action is `{title, explain, difference, what, button, fields, body, done}`: `what` is the resource,
 * `fields` are `{name, label, options: [[value, text]], value, toBody}`, `body` is sent with the fields and the reason.
 */
export function Operation({cluster, action, onClose}) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(requestKey());
  const send = async event => {
    event.preventDefault();
    const form = new FormData(event.target);
    const body = {...action.body, reason: form.get('reason').trim()};
    for (const {name, toBody = value => value} of action.fields ?? []) {
      const value = toBody(form.get(name));
      if (value !== undefined) body[name] = value;
    }
    setBusy(true);
    try {
      const {changed} = await operate(cluster, action.what, key.current, body);
      onClose(changed ? action.done : 'Nothing had to be changed.');
    } catch (refusal) {
      if (refusal.status === 401) token.forget();
      setProblem(refusal.message);
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${action.title} testid="operation" onClose=${() => onClose(null)}>
    <form onSubmit=${send}>
      ${action.explain && html`<p class="quiet" data-testid="operation-explain">${action.explain}</p>`}
      ${action.difference && html`<p><${Difference} difference=${action.difference} testid="operation-change"/></p>
        <${Commands} difference=${action.difference} open=${true} testid="operation-commands"/>`}
      ${(action.fields ?? []).map(({name, label, options, value}) => html`<label>${label}
        <select name=${name} data-testid=${`field-${name}`}>${options.map(([option, text]) =>
          html`<option value=${option} selected=${option === value}>${text}</option>`)}</select></label>`)}
      <label>Reason, for the audit <input name="reason" required minlength="3" maxlength="1000" autocomplete="off"
        data-first data-testid="reason"/></label>
      <${Problem} text=${problem}/>
      <p class="buttons"><button class="primary" disabled=${busy} data-testid="send">${action.button ?? action.title}</button>
        <button type="button" onClick=${() => onClose(null)}>Cancel</button></p>
    </form>
  </${Dialog}>`;
}
