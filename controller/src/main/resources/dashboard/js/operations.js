// Operator actions: one dialog that requires a reason and, once per session, the token.

import {byId, element, render, rounded, percent, when} from './page.js';
import {operate, requestKey, token, Refusal} from './api.js';

const MODES = ['observe', 'recommend', 'approve', 'apply', 'configured'];
const DAYS = [['1', 'a day'], ['7', 'a week'], ['28', 'four weeks'], ['', 'until lifted']];
let pending = null;
let current = null; // the cluster as last shown

function report(text, failed = false) {
  const status = byId('message');
  status.textContent = text;
  status.className = failed ? 'failed' : '';
}

/** Opens the dialog; `fields` are labelled controls whose values go into the request. */
function open(title, cluster, what, {fields = [], fixed = {}, explain = ''} = {}) {
  pending = {title, cluster, what, fields, fixed, key: requestKey()};
  byId('operation-title').textContent = title;
  byId('operation-explain').textContent = explain;
  byId('operation-fields').replaceChildren(...fields.map(({label, control}) => {
    const box = element('label', label);
    box.append(control);
    return box;
  }));
  byId('operation-problem').textContent = '';
  byId('reason').value = '';
  byId('token').value = token.get();
  byId('operation').showModal();
  (fields[0]?.control ?? byId('reason')).focus();
}

async function send(event) {
  event.preventDefault();
  const {title, cluster, what, fields, fixed, key} = pending;
  token.set(byId('token').value.trim());
  const body = {...fixed, reason: byId('reason').value.trim()};
  for (const {name, control, value} of fields) {
    const given = value ? value(control.value) : control.value;
    if (given !== undefined) body[name] = given;
  }
  const button = byId('operation-send');
  button.disabled = true;
  try {
    const {changed} = await operate(cluster, what, key, body);
    byId('operation').close();
    report(changed ? `${title}: done.` : `${title}: no change was necessary.`);
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 401) token.forget();
    byId('operation-problem').textContent = problem.message;
  } finally {
    button.disabled = false;
  }
}

function select(options, chosen) {
  const control = element('select');
  for (const [value, text] of options) control.append(new Option(text, value, false, value === chosen));
  return control;
}

function button(text, testid, action) {
  const made = element('button', text, {type: 'button', testid});
  made.addEventListener('click', action);
  return made;
}

function setMode() {
  const cluster = current;
  open('Set the mode', cluster.id, 'mode', {
    explain: 'observe: study only. recommend: name what would be better. approve: propose, and command once a person agrees. '
      + 'apply: command at once. configured: as the configuration says.',
    fields: [{name: 'mode', label: 'mode', control: select(MODES.map(mode => [mode, mode]), cluster.mode)}]});
}

function freeze() {
  const cluster = current;
  open('Freeze', cluster.id, 'freeze', {
    explain: 'No configuration is changed in that time, except back by a person.',
    fields: [{name: 'until', label: 'for', control: select(DAYS, '1'),
      value: days => days === '' ? undefined : cluster.at + 86400 * Number(days)}]});
}

function actions() {
  const made = [
    button('Set the mode …', 'set-mode', setMode),
    button('Freeze …', 'freeze', freeze),
    button('Lift the freezes …', 'unfreeze', () => open('Lift the freezes', current.id, 'unfreeze')),
    button('Roll back …', 'roll-back', () => open('Roll back', current.id, 'rollback', {
      explain: 'The scheduler goes back to what was in force before the last change.'}))];
  made[2].disabled = current.freezes.length === 0;
  made[3].disabled = !current.canRollBack;
  return made;
}

function proposal(cluster, open_) {
  const item = element('li', undefined, {testid: 'proposal'});
  item.append(element('p', `${cluster.configuration} → ${open_.policy}`, {className: 'policy'}));
  const {incumbentSlowdown: from, chosenSlowdown: to} = open_.predicted ?? {};
  item.append(element('p', `${open_.reason}; predicted ${rounded(from)} → ${rounded(to)} `
    + `(gain ${percent(from ? 1 - to / from : null)}); holds until ${when(open_.expiresAt)}`, {className: 'why'}));
  const row = element('p', undefined, {className: 'buttons'});
  const what = way => `proposals/${encodeURIComponent(open_.id)}/${way}`;
  row.append(
    button('Approve …', 'approve', () => open('Approve', cluster.id, what('approve'), {
      explain: `The scheduler will be asked to switch to ${open_.policy}.`, fixed: {contentHash: open_.contentHash}})),
    button('Reject …', 'reject', () => open('Reject', cluster.id, what('reject'), {
      explain: `${open_.policy} will not be applied.`})));
  item.append(row);
  return item;
}

function audit(record, origin) {
  const item = element('li', undefined, {testid: 'audit'});
  const about = record.mode ?? record.proposal ?? record.freeze ?? '';
  item.append(element('p', `${record.operator}: ${record.action.replaceAll('-', ' ')} ${about}`.trim()));
  item.append(element('p', `${when(record.at, origin)}: ${record.reason}`, {className: 'why'}));
  return item;
}

export function show(cluster, origin) {
  current = cluster;
  const {freezes, canRollBack, id} = cluster;
  render(byId('actions'), [freezes, canRollBack, id], () => {
    const focused = document.activeElement?.dataset?.testid;
    byId('actions').replaceChildren(...actions());
    if (focused) byId('actions').querySelector(`[data-testid=${focused}]`)?.focus();
  });
  byId('proposals-section').hidden = cluster.proposals.length === 0;
  render(byId('proposals'), [id, cluster.proposals, cluster.configuration], () =>
    byId('proposals').replaceChildren(...cluster.proposals.map(open_ => proposal(cluster, open_))));
  render(byId('audit'), [id, cluster.audit], () =>
    byId('audit').replaceChildren(...cluster.audit.map(record => audit(record, origin))));
  byId('no-audit').hidden = cluster.audit.length > 0;
}

export function begin() {
  byId('operation-form').addEventListener('submit', send);
  byId('operation-cancel').addEventListener('click', () => byId('operation').close());
}
