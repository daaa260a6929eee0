import { expect, test } from 'vitest';
import { openedRootPathIn } from './permissions.js';

function check(script: string, expected: string | undefined): void {
  const found = openedRootPathIn(script);
  expect.soft([script, found && `${found.line}: ${found.match.why}`]).toEqual([script, expected]);
}

function opened(line: number, path: string): string {
  return `${line}: ${path} belongs to root, and chmod lets everybody write to it.`;
}

test('a path that is given to root and opened for everybody is found, in any order and spelling', () => {
  check('sudo chmod 777 /srv/team\nsudo chown -R root:root /srv/team', opened(0, '/srv/team'));
  check('chown root /opt/a/b && chmod -R a+rwx /opt/a/b', opened(0, '/opt/a/b'));
  check('chown root:wheel /usr/local/var/x/\nchmod 0777 "/usr/local/var/x"', opened(1, '/usr/local/var/x'));
  check('chown 0:0 /var/lib/jobs; chmod ugo+rwx /var/lib/jobs', opened(0, '/var/lib/jobs'));
  check('chown root $DIR\nchmod o+w $DIR', opened(1, '$DIR'));
});

test('programs and settings of the system belong to root without a word about it', () => {
  check('sudo chmod 777 /usr/local/bin', opened(0, '/usr/local/bin'));
  check('chmod 666 /etc/app/app.conf', opened(0, '/etc/app/app.conf'));
});

test('other owners, other paths, the sticky bit and narrower modes are no finding', () => {
  check('chmod 777 ./uploads', undefined);
  check('chown root:root /usr/local/bin/tool\nchmod 755 /usr/local/bin/tool', undefined);
  check('chown root:root /srv/drop\nchmod 1777 /srv/drop', undefined);
  check('chown -R www-data:www-data /var/www/cache && chmod -R 777 /var/www/cache', undefined);
  check('chown root:root /opt/chrome-sandbox\nchmod 4755 /opt/chrome-sandbox\nchmod 777 /opt/tmp', undefined);
  check('chown root /srv/x\nchmod g+w /srv/x\nchmod +x /srv/x', undefined);
});
