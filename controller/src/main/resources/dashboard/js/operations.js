// The operations of an operator, as actions of the dialog.

import {DAY, date, seconds} from './format.js';
import {MODES} from './words.js';

const LENGTHS = [[String(DAY), 'one day'], [String(7 * DAY), 'one week'], [String(28 * DAY), 'four weeks'], ['', 'until it is lifted']];

export function setMode(view) {
  return {
    title: 'Set the mode',
    what: 'mode',
    fields: [{
      name: 'mode', label: 'Mode', value: view.mode,
      options: [...Object.entries(MODES).map(([mode, text]) => [mode, `${mode}: ${text}`]),
        ['configured', 'configured: The mode of the configuration file.']]}],
    done: 'The mode is set.'};
}

export function freeze(view) {
  return {
    title: 'Freeze changes',
    explain: 'Until the end of the freeze, Gnomon changes nothing. An operator can still roll back.',
    what: 'freeze',
    fields: [{
      name: 'until', label: 'For', value: String(DAY), options: LENGTHS,
      toBody: length => length === '' ? undefined : seconds(view.at) + Number(length)}],
    done: 'Changes are frozen.'};
}

export function lift() {
  return {
    title: 'Lift the freeze',
    explain: 'Gnomon may change the configuration again.',
    what: 'unfreeze',
    done: 'The freeze is lifted.'};
}

export function rollBack(view) {
  const last = view.changes?.at(-1);
  return {
    title: 'Roll back',
    explain: `The scheduler returns to the configuration before the last change${last ? `, made on ${date(last.at, view.at)}` : ''}.`,
    difference: view.rollback,
    what: 'rollback',
    done: 'The command to roll back is sent.'};
}

const proposalPath = (proposal, way) => `proposals/${encodeURIComponent(proposal.id)}/${way}`;

export function approve(proposal) {
  return {
    title: 'Approve',
    explain: 'Gnomon makes this change:',
    difference: proposal.difference,
    what: proposalPath(proposal, 'approve'),
    body: {contentHash: proposal.contentHash},
    done: proposal.opensAt === undefined ? 'The proposal is approved; the command is sent.'
      : 'The proposal is approved; the command is sent when the next maintenance window opens.'};
}

export function reject(proposal) {
  return {
    title: 'Reject',
    explain: 'Gnomon does not make this change:',
    difference: {...proposal.difference, commands: []},
    what: proposalPath(proposal, 'reject'),
    done: 'The proposal is rejected.'};
}
