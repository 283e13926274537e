// What is compared with what: the cluster as it is, and as simulated without Gnomon or with its recommendations followed.

/** The series that a mode compares with the actual one: `untuned`, or `advised` where nothing is changed. */
export function compared(mode, effect) {
  const advises = mode === 'observe' || mode === 'recommend' || (mode === 'approve' && effect?.changes === 0 && !effect.rollbacks);
  return advises ? 'advised' : 'untuned';
}

/** Labels of the series. */
export const LABELS = {
  actual: 'actual',
  untuned: 'without Gnomon, estimated',
  advised: 'with the recommendations followed, estimated',
};

/** The figures before and after of one comparison: without Gnomon and actual, or actual and advised. */
export function beforeAndAfter(figures, other) {
  const {actual, [other]: simulated} = figures ?? {};
  return other === 'untuned' ? {before: simulated, after: actual} : {before: actual, after: simulated};
}

/** The difference as a fraction of the figure before; null if either is unknown or the figure before is 0. */
export function difference({before, after}) {
  if (before === null || before === undefined || after === null || after === undefined || before === 0) return null;
  return after / before - 1;
}
