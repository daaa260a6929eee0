import { expect, test } from 'vitest';
import { tornJson } from './torn-json.js';

function check(text: string, expected: unknown) {
  test(`${JSON.stringify(text)} is read as ${JSON.stringify(expected)}`, () =>
    expect(tornJson(text)).toEqual(expected));
}

check('{"a":1,"b":[true,null,"x"]}', { a: 1, b: [true, null, 'x'] });
check(' [1, 2]', [1, 2]);
// Other text is not JSON.
check('plain', undefined);
check('', undefined);
check('"text"', undefined);
// Cut texts: what is there counts.
check('{"output":"line 1\\nline 2 is cu…', { output: 'line 1\nline 2 is cu' });
check('{"a":"x","b":"…', { a: 'x', b: '' });
check('{"a":"x","b":…', { a: 'x' });
check('{"a":"x","b…', { a: 'x' });
check('{"a":"x",…', { a: 'x' });
check('{"a":{"b":[{"type":"text","text":"deep…', { a: { b: [{ type: 'text', text: 'deep' }] } });
check('{"a":12…', { a: 12 });
check('{"a":tr…', {});
check('{"a":"tab\\t\\"quote\\" \\u0041 \\\\ end…', { a: 'tab\t"quote" A \\ end' });
check('{"a":"cut escape \\…', { a: 'cut escape ' });
check('{"a":"cut code \\u00…', { a: 'cut code ' });
check('{"a":"backslash \\\\…', { a: 'backslash \\' });
check('[{"type":"text","text":"a"},{"type":"te…', [{ type: 'text', text: 'a' }, { type: 'te' }]);
// Broken in the middle: what was read until there.
check('{"a":1 "b":2}', { a: 1 });
check('{a:1}', {});
