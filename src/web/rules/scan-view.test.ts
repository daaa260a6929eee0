import { expect, test } from 'vitest';
import { reputationText, scanView } from './scan-view.js';

const added = {
  rule: 'reputation/added-sink',
  excerpt: 'Runs what it downloads (execution/download-run); Adds a service (persistence/service)',
};
const run = { rule: 'execution/download-run', excerpt: 'curl x | sh' };

test('findings of the registry are apart from those about files', () => {
  expect(scanView([run, added])).toEqual({ ofRegistry: [added], ofFiles: [run] });
  expect(scanView([])).toEqual({ ofRegistry: [], ofFiles: [] });
});

test('a finding of the registry has a title, and what it is about one by one', () => {
  expect(reputationText(added)).toEqual({
    title: 'Does more than the version before',
    label: 'New in this version',
    parts: ['Runs what it downloads (execution/download-run)', 'Adds a service (persistence/service)'],
  });
  expect(reputationText({ rule: 'reputation/same-text', excerpt: 'a, b' }).parts).toEqual(['a', 'b']);
});

test('a finding that a later registry makes is shown by its id', () => {
  expect(reputationText({ rule: 'reputation/other', excerpt: '' })).toEqual({
    title: 'reputation/other',
    label: 'About',
    parts: [],
  });
});
