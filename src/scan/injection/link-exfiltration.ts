/*
 * Addresses in Markdown and HTML that leave a gap for data in their query: an image is fetched the moment it is shown,
 * and takes along what the agent was told to fill in.
 */

import type { ScanSeverity } from '../finding.js';

export interface ExfiltratingLink {
  readonly start: number;
  readonly end: number;
  readonly severity: ScanSeverity;
}

export function exfiltratingLinks(text: string): readonly ExfiltratingLink[] {
  return [...text.matchAll(addresses)].flatMap(({ 0: match, index, groups = {} }) => {
    const { shown = '', target = '', source } = groups;
    const isImage = source !== undefined || shown.startsWith('!');
    if (!isImage && !/^https?:/i.test(target)) return [];
    const query = (source ?? target).split(/[?#]/).slice(1).join('?');
    if (!placeholder.test(query)) return [];
    const isPrivate = privateData.test(query);
    if (!isImage && !isPrivate) return [];
    const severity = !isImage ? 'medium' : isPrivate ? 'critical' : 'high';
    return [{ start: index - shown.length, end: index + match.length, severity }];
  });
}

/** What a link shows is looked for from its end, as a text may have any number of beginnings. */
const addresses =
  /\]\((?<=(?<shown>!?\[[^\]\n]{0,200})\]\()\s?<?(?<target>(?:https?:)?\/\/[^\n)]{1,400})|<img [^>\n]{0,200}?src ?= ?["']?(?<source>(?:https?:)?\/\/[^"'>\n]{1,400})/gi;

const placeholder =
  /\{\{?[^{}\n]{1,60}\}|\$\{?\w{2,40}|<[\w -]{3,60}>|\[[\w ,'-]{3,60}\]|%[A-Z_]{3,30}%|=(?:[A-Z]{3,}_)+[A-Z]{3,}|=(?:INSERT|BASE64|ENCODED|DATA|SECRET)/;

const privateData =
  /secret|token|passw|key|credential|conversation|chat|history|context|memory|prompt|env|cookie|session|file|content|message|data|e-?mail|history|summary|user/i;
