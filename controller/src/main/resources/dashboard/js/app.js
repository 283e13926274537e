// The page: header, live clusters, session, and the component that the address names.

import {html, render, useCallback, useEffect, useState} from './lib.js';
import {ask, askController, follow, session as readSession, token} from './api.js';
import {count, origin, when} from './format.js';
import {LogIn, Operation} from './dialogs.js';
import {useResource} from './resource.js';
import Fleet from './fleet.js';
import Overview from './overview.js';
import OwnJobs from './own-jobs.js';
import First from './tabs/first.js';
import Changes from './tabs/changes.js';
import Queue from './tabs/queue.js';
import WhatIf from './tabs/what-if.js';
import Audit from './tabs/audit.js';

const TABS = [
  ['', 'Overview', First],
  ['changes', 'Changes', Changes],
  ['queue', 'Queue', Queue],
  ['what-if', 'What if', WhatIf],
  ['audit', 'Audit and settings', Audit],
];
const THEME = 'gnomon-theme';
const MESSAGE_MILLISECONDS = 20_000;

/** An address such as `#/CLUSTER/changes?range=7d`. */
function parsed(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split('?');
  const [cluster = '', tab = '', ...rest] = path.split('/').map(decodeURIComponent);
  return {cluster, tab, rest, parameters: new URLSearchParams(query ?? '')};
}

function useAddress() {
  const [address, setAddress] = useState(() => parsed(location.hash));
  useEffect(() => {
    const changed = () => setAddress(parsed(location.hash));
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return address;
}

function useClusters(reader) {
  const [clusters, setClusters] = useState(null);
  const [connected, setConnected] = useState(null);
  const [locked, setLocked] = useState(null); // the status with which the stream is refused
  useEffect(() => {
    setLocked(null);
    return follow(setClusters, setConnected, status => {
      setClusters(null);
      setLocked(status);
    });
  }, [reader]);
  /** Shows a cluster as it is now, without waiting for the stream. */
  const refresh = useCallback(async id => {
    const view = await ask(id, '').catch(() => null); // the stream brings it otherwise
    if (view) setClusters(all => all.map(one => one.id === id ? view : one));
  }, []);
  return {clusters, connected, locked, refresh};
}

function useTheme() {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? 'auto');
  const [dark, setDark] = useState(false);
  useEffect(() => {
    const preference = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const isDark = theme === 'dark' || (theme === 'auto' && preference.matches);
      document.documentElement.dataset.dark = String(isDark);
      setDark(isDark);
    };
    localStorage.setItem(THEME, theme);
    preference.addEventListener('change', apply);
    apply();
    return () => preference.removeEventListener('change', apply);
  }, [theme]);
  return {theme, setTheme, dark};
}

/** Who is logged in. `operators` says whether the controller has operators at all; null while unknown. */
function useSession(setDialog) {
  const [state, setState] = useState({operators: null, operator: null, tokenToRead: false, mayChange: false});
  const load = useCallback(async value => {
    const answer = await readSession(value);
    if (value) token.set(value);
    setState({
      operators: answer.operatorsConfigured, operator: answer.operator ?? null,
      tokenToRead: answer.tokenToRead, mayChange: answer.mayChange});
  }, []);
  useEffect(() => {
    load(token.get()).catch(() => {
      token.forget();
      load('').catch(() => setState(last => ({...last, operators: null, operator: null})));
    });
  }, []);
  const logIn = async value => {
    try {
      await load(value);
      return '';
    } catch (refusal) {
      return refusal.message;
    }
  };
  const logOut = () => {
    token.forget();
    setState(last => ({...last, operator: null}));
  };
  return {
    ...state, token: token.get(), logIn, logOut,
    login: () => setDialog({kind: 'login'}),
    /** Opens the dialog of an operation, after the log-in if that is missing. */
    operate: (cluster, action) => setDialog(
      state.operator ? {kind: 'operation', cluster, action} : {kind: 'login', then: {kind: 'operation', cluster, action}}),
    /** Why nothing can be changed here, or null. */
    obstacle: state.operators === false
      ? 'No operators are configured, so nothing can be changed here. Set http.operators-file.'
      : state.operator && !state.mayChange ? 'You are logged in as a reader, who changes nothing.' : null,
  };
}

function Session({session}) {
  if (session.operators === false && !session.tokenToRead) {
    return html`<span class="quiet" data-testid="no-operators" title=${session.obstacle}>read-only</span>`;
  }
  return session.operator
    ? html`<span data-testid="operator">${session.operator}</span>
      <button class="plain" onClick=${session.logOut} data-testid="logout">Log out</button>`
    : html`<button class="plain" onClick=${session.login} data-testid="login">Log in</button>`;
}

function Header({address, clusters, view, connected, locked, session, theme, go}) {
  const several = (clusters?.length ?? 0) > 1;
  return html`<header>
    <a class="brand" href="#/">Gnomon</a>
    ${several && view && html`<label class="picker"><span class="hidden">Cluster</span>
      <select onChange=${event => go(`#/${encodeURIComponent(event.target.value)}`)} data-testid="cluster">
        ${clusters.map(one => html`<option value=${one.id} selected=${one.id === view.id}>${one.id}</option>`)}
      </select></label>`}
    ${!several && view && html`<span class="cluster" data-testid="cluster">${view.id}</span>`}
    ${view && html`<nav aria-label="Views of the cluster">${TABS.map(([tab, text]) => html`
      <a href=${`#/${encodeURIComponent(view.id)}${tab && `/${tab}`}`} aria-current=${tab === address.tab ? 'page' : undefined}
        data-testid=${`tab-${tab || 'overview'}`}>${text}</a>`)}</nav>`}
    <span class="space"></span>
    <span class="quiet clock" data-testid="clock">${view ? when(view.at, origin(view)) : ''}</span>
    <span class=${connected === false ? 'failed' : 'quiet'} role="status" data-testid="connection">
      ${locked ? '' : connected === null ? 'connecting …' : connected ? 'live' : 'connection lost; reconnecting …'}</span>
    <${Session} session=${session}/>
    <label class="picker"><span class="hidden">Colours</span>
      <select onChange=${event => theme.setTheme(event.target.value)} data-testid="theme">
        ${['auto', 'light', 'dark'].map(one => html`<option value=${one} selected=${one === theme.theme}>${one}</option>`)}
      </select></label>
  </header>`;
}

function Body({address, clusters, view, locked, missing, ...rest}) {
  if (locked === 403) return html`<${OwnJobs} cluster=${address.cluster}/>`;
  if (locked) {
    return html`<section class="card"><h1>Log in</h1><p data-testid="locked">This controller shows its clusters to holders of a token.
      <button class="primary" onClick=${rest.session.login} data-testid="locked-login">Log in</button></p></section>`;
  }
  if (clusters === null) return html`<h1 class="hidden">Gnomon</h1><p class="quiet">Connecting to the controller …</p>`;
  if (!address.cluster && address.parameters.has('fleet')) return html`<${Fleet} parameters=${address.parameters}/>`;
  if (clusters.length === 0 && !address.cluster) {
    return html`<section class="card"><h1>Clusters</h1><p data-testid="empty">No cluster yet. Either no <code>cluster.declared</code> event has
      arrived, or another replica of the controller owns the clusters: see the <a href="#/?fleet">fleet</a>.</p></section>`;
  }
  if (!view) {
    return address.cluster
      ? html`<section class="card"><h1>Clusters</h1><p data-testid="unknown">${missing ?? 'Asking the other replicas …'}
        <a href="#/">All clusters</a></p></section>`
      : html`<${Overview} clusters=${clusters}/>`;
  }
  const [, , Tab] = TABS.find(([tab]) => tab === address.tab) ?? TABS[0];
  return html`<${Tab} key=${view.id} cluster=${view.id} view=${view} address=${address} ...${rest}/>`;
}

/** Reads a cluster of another replica; the fleet tells whether there is one. */
async function askElsewhere(id) {
  const {clusters} = await askController(`fleet?cluster=${encodeURIComponent(id)}`);
  if (clusters.length === 0) throw new Error(`No cluster “${id}” on the replicas that answer.`);
  return ask(id, '');
}

function App() {
  const address = useAddress();
  const theme = useTheme();
  const [dialog, setDialog] = useState(null);
  const [message, setMessage] = useState('');
  const session = useSession(setDialog);
  const {clusters, connected, locked, refresh} = useClusters(session.tokenToRead && session.operator);
  const go = useCallback(hash => { location.hash = hash; }, []);
  const only = clusters?.length === 1 && !address.cluster ? clusters[0].id : null;
  const own = clusters?.find(one => one.id === (only ?? address.cluster));
  const remote = useResource(clusters && !own && address.cluster ? address.cluster : null, () => askElsewhere(address.cluster), 'remote');
  const view = own ?? (remote.data?.id === address.cluster ? remote.data : undefined);

  useEffect(() => {
    document.title = view ? `${view.id} – Gnomon` : 'Gnomon';
  }, [view?.id]);
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(() => setMessage(''), MESSAGE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [message]);
  const closed = then => {
    setDialog(then?.kind ? then : null);
    if (typeof then === 'string') {
      setMessage(then);
      refresh(dialog.cluster);
    }
  };

  return html`
    <a class="skip" href="#main" onClick=${event => {
      event.preventDefault();
      document.getElementById('main').focus();
    }}>Skip to content</a>
    <${Header} ...${{address, clusters, view, connected, locked, session, theme, go}}/>
    <main id="main" tabindex="-1">
      <${Body} ...${{address, clusters, view, locked, missing: remote.error, session, go, dark: theme.dark}}/>
    </main>
    <div role="status" class="message" data-testid="message">${message && html`${message}
      <button class="plain" onClick=${() => setMessage('')} data-testid="message-close">Close</button>`}</div>
    ${dialog?.kind === 'login' && html`<${LogIn} logIn=${session.logIn} onClose=${done => closed(done ? dialog.then : null)}/>`}
    ${dialog?.kind === 'operation' && html`<${Operation} cluster=${dialog.cluster} action=${dialog.action} onClose=${closed}/>`}`;
}

render(html`<${App}/>`, document.getElementById('app'));
