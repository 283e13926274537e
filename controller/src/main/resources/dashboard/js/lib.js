// The component library: Preact with htm, from one file without imports of its own.

import {
  html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from '../_static/htm/3.1.1/preact/standalone.module.js';

export {html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState};
