import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyJob, unlessRefused } from './job.arbitrary.js';
import type { Every } from './job.js';
import { parseJob } from './job.js';
import { launchAgent } from './launchd.js';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/** What an XML parser makes of a property list; throws where one would. */
function plist(xml: string): Value {
  const uncarried = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (uncarried) throw new Error(`not a character of XML: ${JSON.stringify(uncarried[0])}`);
  const normal = xml.replaceAll(/\r\n?/g, '\n');
  const content = normal.replace(/<!--(?:(?!--).)*-->/gs, '').replace(/<[?!][^>]*>/g, '');
  const tokens = [...content.matchAll(/<(\/?)(\w+)[^<>]*>|[^<>]+/g)];
  if (tokens.map(([token]) => token).join('') !== content) throw new Error('something is between the tokens');
  let at = 0;
  const next = () => tokens[at]?.[0] ?? '';
  const skipBlank = () => {
    if (/^\s+$/.test(next())) at += 1;
  };
  const expectToken = (token: string) => {
    if (next() !== token) throw new Error(`${token} was expected, not ${next()}`);
    at += 1;
  };
  const textOf = (name: string): string => {
    expectToken(`<${name}>`);
    const text = next().startsWith('<') ? '' : next();
    if (text !== '') at += 1;
    expectToken(`</${name}>`);
    return decoded(text);
  };
  const listOf = <Item>(name: string, item: () => Item): readonly Item[] => {
    expectToken(`<${name}>`);
    const items: Item[] = [];
    for (skipBlank(); next() !== `</${name}>`; skipBlank()) items.push(item());
    expectToken(`</${name}>`);
    return items;
  };
  const value = (): Value => {
    skipBlank();
    if (next() === '<string>') return textOf('string');
    if (next() === '<integer>') return Number(textOf('integer'));
    if (next() === '<array>') return listOf('array', value);
    const pairs = listOf('dict', () => [textOf('key'), value()] as const);
    expect(new Set(pairs.map(([key]) => key)).size).toBe(pairs.length);
    return Object.fromEntries(pairs);
  };
  skipBlank();
  expectToken('<plist version="1.0">');
  const found = value();
  skipBlank();
  expectToken('</plist>');
  return found;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&([^;]*);?/g, (_, name: string) => {
    const plain =
      entities[name] ?? (/^#\d+$/.test(name) ? String.fromCodePoint(Number(name.slice(1))) : undefined);
    if (plain === undefined) throw new Error(`not an entity: ${name}`);
    return plain;
  });
}

function interval({ weekday, hour, minute }: Every): Value {
  return {
    ...(weekday !== undefined && { Weekday: weekday }),
    ...(hour !== undefined && { Hour: hour }),
    Minute: minute,
  };
}

test('launchd reads from the list exactly the words and variables of the job, and no other key', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      const xml = unlessRefused(() => launchAgent(job, '/Users/ada'));
      fc.pre(xml !== undefined);
      expect(plist(xml)).toEqual({
        Label: 'dev.coppice.schedule',
        ProgramArguments: job.command,
        EnvironmentVariables: job.environment,
        WorkingDirectory: '/Users/ada',
        StartCalendarInterval: interval(job.every),
      });
      expect(parseJob(xml, (read) => launchAgent(read, '/Users/ada'))).toEqual({ state: 'ours', job });
    }),
    { numRuns: 1000 },
  );
});

test('a character that XML does not have is refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('\0', '\x08', '\x0b', '\x1b', '\ud800', '\ufffe'),
      anyJob,
      (character, job) => {
        const command = [...job.command, `a${character}`];
        expect(unlessRefused(() => launchAgent({ ...job, command }, '/'))).toBeUndefined();
      },
    ),
    { numRuns: 50 },
  );
});
