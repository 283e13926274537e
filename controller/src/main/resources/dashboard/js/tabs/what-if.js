// Simulations of other configurations from the current state. They change nothing.

import {html} from '../lib.js';

export default function WhatIf() {
  return html`<section class="card"><h1>What if</h1></section>`;
}
