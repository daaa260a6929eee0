import { expect, test } from 'vitest';
import { areSiblings, familyOf } from './siblings.js';

const noFamily = () => false;

const about = (name: string, description: string, body = '') => familyOf({ name, description, body });

test.each([
  [
    'a language in the place of another',
    about('react-testing', 'Write tests for React components with Testing Library.'),
    about('vue-testing', 'Write tests for Vue components with Test Utils.'),
  ],
  [
    'the same sentence about another thing',
    about('quark-backup', 'Back up Quark servers every night and test the restore.'),
    about('muon-backup', 'Back up Muon servers every night and test the restore.'),
  ],
  [
    'a name of three words that differs in one',
    about('acme-ai-agents', 'Builds agents.'),
    about('acme-ai-projects', 'Manages clients of the foundry.'),
  ],
  [
    'a product that each speaks of again and again, and the other never',
    about('vogsphere', 'The network of poets.', 'Vogsphere posts. Vogsphere reads. Vogsphere votes.'),
    about('magrathea', 'The network of poets.', 'Magrathea posts. Magrathea reads. Magrathea votes.'),
  ],
])('%s makes siblings, in either order', (_, a, b) => {
  expect([areSiblings(a, b, noFamily), areSiblings(b, a, noFamily)]).toEqual([true, true]);
});

test.each([
  [
    'other words for the same thing',
    about('release-notes', 'Write release notes.'),
    about('changelog-drafter', 'Drafts a changelog.'),
  ],
  [
    'a way to do it and the language in which it is done',
    about('python-testing', 'Write tests in Python.'),
    about('pytest-writer', 'Writes pytest tests for Python modules.'),
  ],
  ['two names of one product', about('k8s-debug', 'Debug pods.'), about('kubernetes-fix', 'Fix pods.')],
  ['one that names nothing', about('', ''), about('react-testing', 'Write tests for React.')],
])('%s makes none', (_, a, b) => {
  expect([areSiblings(a, b, noFamily), areSiblings(b, a, noFamily)]).toEqual([false, false]);
});

test('names of two words are of one family where many begin with the same word', () => {
  const [a, b] = [about('frobctl-label', 'Label commands.'), about('frobctl-user', 'Commands of users.')];
  expect(areSiblings(a, b, noFamily)).toBe(false);
  expect(areSiblings(a, b, (word) => word === 'frobctl')).toBe(true);
});
