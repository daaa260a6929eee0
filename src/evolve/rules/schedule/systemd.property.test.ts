import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyJob, unlessRefused } from './job.arbitrary.js';
import { parseJob } from './job.js';
import { serviceUnit, timerUnit } from './systemd.js';

interface Directive {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** The lines of a unit as systemd takes them: comments are skipped, a backslash at the end goes on below. */
function directives(unit: string): readonly Directive[] {
  const found: Directive[] = [];
  let section = '';
  let begun = '';
  for (const line of unit.split(/[\n\r\0]/)) {
    if (begun === '' && /^\s*([#;]|$)/.test(line)) continue;
    if (/\\$/.test(line)) {
      begun += `${line.slice(0, -1)} `;
      continue;
    }
    const whole = begun + line;
    begun = '';
    const [, name] = /^\[(.*)\]$/.exec(whole) ?? [];
    if (name !== undefined) section = name;
    else {
      const equals = whole.indexOf('=');
      found.push({ section, key: whole.slice(0, equals), value: whole.slice(equals + 1) });
    }
  }
  return found;
}

const namedEscapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', s: ' ' },
  ...{ '\\': '\\', '"': '"', "'": "'" },
};

/** Quotes and escapes, as in C; what is quoted may be a part of a word. */
function words(value: string): readonly string[] {
  const found: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === '\\') {
      const [, hex] = /^x([0-9a-fA-F]{2})/.exec(value.slice(at + 1)) ?? [];
      const plain = namedEscapes[value.charAt(at + 1)];
      if (hex === undefined && plain === undefined) throw new Error(`not an escape: ${value.slice(at)}`);
      word = (word ?? '') + (hex === undefined ? plain : String.fromCharCode(Number.parseInt(hex, 16)));
      at += hex === undefined ? 1 : 3;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      // A bare semicolon between blanks would begin another command.
      if (character === ';' && word === undefined) throw new Error('another command');
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) throw new Error('a quote is open');
  return word === undefined ? found : [...found, word];
}

/** `%%` is a percent; every other `%` would be replaced. */
function withoutSpecifiers(word: string): string {
  return word.replace(/%(.?)/gsu, (_, next: string) => {
    if (next !== '%') throw new Error(`a specifier: %${next}`);
    return '%';
  });
}

/** `$$` is a dollar; every other `$` could be replaced. */
function withoutVariables(word: string): string {
  return word.replace(/\$(.?)/gsu, (_, next: string) => {
    if (next !== '$') throw new Error(`a variable: $${next}`);
    return '$';
  });
}

test('systemd reads from a service exactly the words and variables of the job, and no other directive', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      const unit = unlessRefused(() => serviceUnit(job));
      fc.pre(unit !== undefined);
      const found = directives(unit);
      expect(found.map(({ section, key }) => `${section}.${key}`)).toEqual([
        'Unit.Description',
        'Service.Type',
        ...Object.keys(job.environment).map(() => 'Service.Environment'),
        'Service.ExecStart',
      ]);
      const valuesOf = (key: string) => found.filter((one) => one.key === key).map(({ value }) => value);
      const [program, ...rest] = words(valuesOf('ExecStart').join()).map(withoutSpecifiers);
      expect([program, ...rest.map(withoutVariables)]).toEqual(job.command);
      expect(valuesOf('Environment').map((value) => words(value).map(withoutSpecifiers))).toEqual(
        Object.entries(job.environment).map(([name, value]) => [`${name}=${value}`]),
      );
    }),
    { numRuns: 1000 },
  );
});

test('a timer has the same lines whatever the job', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      expect(directives(timerUnit(job)).map(({ section, key }) => `${section}.${key}`)).toEqual([
        'Unit.Description',
        'Timer.OnCalendar',
        'Timer.Persistent',
        'Install.WantedBy',
      ]);
    }),
    { numRuns: 200 },
  );
});

test('the job is read back from both, and a changed one is noticed', () => {
  fc.assert(
    fc.property(anyJob, (job) => {
      const unit = unlessRefused(() => serviceUnit(job));
      fc.pre(unit !== undefined);
      expect(parseJob(unit, serviceUnit)).toEqual({ state: 'ours', job });
      expect(parseJob(timerUnit(job), timerUnit)).toEqual({ state: 'ours', job });
      expect(parseJob(`${unit}#`, serviceUnit)).toEqual({ state: 'edited', job });
    }),
    { numRuns: 300 },
  );
});
