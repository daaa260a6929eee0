/*
 * Divides the findings of a version into those about its files and those that the registry alone can make, because it
 * knows the versions before, the other items and the publisher. The latter are about no line of a file.
 */

export interface ShownFinding {
  readonly rule: string;
  readonly excerpt: string;
}

export interface ScanView<Finding> {
  readonly ofRegistry: readonly Finding[];
  readonly ofFiles: readonly Finding[];
}

export function scanView<Finding extends ShownFinding>(findings: readonly Finding[]): ScanView<Finding> {
  const isOfRegistry = ({ rule }: Finding) => rule.startsWith('reputation/');
  return {
    ofRegistry: findings.filter(isOfRegistry),
    ofFiles: findings.filter((finding) => !isOfRegistry(finding)),
  };
}

/** The finding in a few words, and what it is about, one by one. */
export function reputationText({ rule, excerpt }: ShownFinding): {
  readonly title: string;
  readonly label: string;
  readonly parts: readonly string[];
} {
  const { title, label } = titles[rule] ?? { title: rule, label: 'About' };
  const separator = rule === 'reputation/same-text' ? ', ' : '; ';
  return { title, label, parts: excerpt.split(separator).filter((part) => part !== '') };
}

const titles: Readonly<Record<string, { readonly title: string; readonly label: string }>> = {
  'reputation/added-sink': { title: 'Does more than the version before', label: 'New in this version' },
  'reputation/first-version': { title: 'First publication of this account', label: 'It already does this' },
  'reputation/same-text': { title: 'The same text has other names', label: 'Also published as' },
  'reputation/near-popular-name': { title: 'The name is near a popular one', label: 'This name' },
};
