import { expect, test } from 'vitest';
import { generalPaths } from './personal-paths.js';

function check(text: string, expected: string, folder?: string) {
  test(`${text} becomes ${expected}`, () => {
    expect(generalPaths(text, folder)).toBe(expected);
    expect(generalPaths(generalPaths(text, folder), folder)).toBe(expected);
  });
}

check('cat /home/anna/notes.md', 'cat ~/notes.md');
check('cat /Users/anna/notes.md:12', 'cat ~/notes.md:12');
check('type C:\\Users\\anna\\notes.md', 'type ~\\notes.md');
check("cd '/home/anna'", "cd '~'");
check('ls /root/x', 'ls ~/x');
check('ls /var/home/anna/x', 'ls /var/home/anna/x');
check('ls /homes/anna', 'ls /homes/anna');
check('cd /work/app/web && ls /work/app', 'cd <project>/web && ls <project>', '/work/app');
check('cd /work/app2', 'cd /work/app2', '/work/app');
check('cd /home/anna/app/web', 'cd <project>/web', '/home/anna/app/');
check('cd /home/anna/other', 'cd ~/other', '/home/anna/app');
check('ls /', 'ls /', '/');
