import { expect, test } from 'vitest';
import type { ApprovalRule } from '../../api/rights.js';
import { approvalState, type Review, refuseUnapproved, whyUncounted } from './approval.js';

const rule: ApprovalRule = { approvals: 2, by: 'curator', no_self: true };
const draft = { slug: '@design/logo', contentDigest: 'sha256:1', writers: ['user:ada'] };

function review(reviewer: string, more: Partial<Review> = {}): Review {
  return {
    reviewer,
    verdict: 'approve',
    slug: draft.slug,
    contentDigest: draft.contentDigest,
    role: 'curator',
    ...more,
  };
}

test.each<[string, Partial<Review>, ReturnType<typeof whyUncounted>]>([
  ['this content, by somebody who may', {}, null],
  ['by an admin', { role: 'admin' }, null],
  ['other content', { contentDigest: 'sha256:2' }, 'other-content'],
  ['another name', { slug: '@design/other' }, 'other-content'],
  ['by somebody who lost the role', { role: 'publisher' }, 'no-right'],
  ['by somebody who is gone', { role: null }, 'no-right'],
  ['by who wrote it', { reviewer: 'user:ada' }, 'own'],
])('a review counts, or says why not: %s', (_, given, expected) => {
  expect(whyUncounted(rule, draft, review('user:bob', given))).toBe(expected);
});

test('whoever wrote it may approve where the rule allows it', () => {
  expect(whyUncounted({ ...rule, no_self: false }, draft, review('user:ada'))).toBeNull();
});

function refusal(reviews: readonly Review[]): string {
  try {
    refuseUnapproved(rule, draft.slug, approvalState(rule, draft, reviews));
    return 'published';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('a publish waits for the number of approvals that count', () => {
  expect(refusal([])).toBe(
    '`@design/logo` needs 2 approvals by curators who did not write it; nobody has approved this content yet',
  );
  expect(refusal([review('user:bob'), review('user:ada'), review('user:cy', { role: 'reader' })])).toBe(
    '`@design/logo` needs 2 approvals by curators who did not write it; user:bob approved, and 1 more is missing',
  );
  expect(refusal([review('user:bob'), review('user:cy')])).toBe('published');
});

test('a request for changes holds until the content changes', () => {
  const both = [review('user:bob'), review('user:cy')];
  const changes = review('user:dee', { verdict: 'request-changes' });
  expect(refusal([...both, changes])).toBe('user:dee asked for changes to this draft of `@design/logo`');
  expect(refusal([...both, { ...changes, contentDigest: 'sha256:0' }])).toBe('published');
});
