import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { commandScanners } from './commands.js';

const hash = 'a1b2c3d4'.repeat(8);
const fetch = 'curl -fsSLo x.sh https://setup.example/x.sh\n';

/** The severities and confidences of the findings about running a download. */
function check(script: string, expected: readonly string[]): void {
  const prepared = textPackage({ 'run.sh': script });
  const seen = commandScanners
    .flatMap(({ scan }) => scan(prepared))
    .filter(({ rule }) => rule === 'execution/download-run')
    .map(({ severity, confidence }) => `${severity} ${confidence}`);
  expect.soft([script, seen]).toEqual([script, expected]);
}

test('a checksum in the package lowers the severity of running a download', () => {
  check(`${fetch}sh x.sh`, ['high high']);
  check(`${fetch}echo "${hash}  x.sh" | sha256sum -c -\nsh x.sh`, ['medium high']);
  check(`${fetch}echo "${hash} *x.sh" | shasum -a 256 --check && sh x.sh`, ['medium high']);
  check(`SUM=${hash}\n${fetch}echo "$SUM  x.sh" | sha256sum -c\nsh x.sh`, ['medium high']);
  check(`${fetch}sha256sum -c <<EOF\n${hash}  x.sh\nEOF\nsh x.sh`, ['medium high']);
  check(`${fetch}[ "$(sha256sum x.sh | cut -d' ' -f1)" = "${hash}" ] || exit 1\nsh x.sh`, ['medium high']);
  check(`${fetch}if [ "$(sha256sum x.sh)" != "${hash}  x.sh" ]; then exit 1; fi\nsh x.sh`, ['medium high']);
  check(`curl -o x http://203.0.113.7/x\necho "${hash}  x" | sha256sum -c\nsh x`, ['high high']);
});

test('a downloaded checksum lowers only the confidence', () => {
  check(`${fetch}curl -O https://setup.example/x.sh.sha256\nsha256sum -c x.sh.sha256\nsh x.sh`, [
    'high medium',
  ]);
  check(`${fetch}curl -O https://setup.example/SHA256SUMS\nsha256sum -c SHA256SUMS\nsh x.sh`, [
    'high medium',
  ]);
});

test('a checksum of another file, or without a comparison, changes nothing', () => {
  check(`${fetch}echo "${hash}  y.sh" | sha256sum -c -\nsh x.sh`, ['high high']);
  check(`${fetch}sha256sum x.sh\nsh x.sh`, ['high high']);
  check(`${fetch}echo "${hash}  x.sh" | md5sum -c -\nsh x.sh`, ['high high']);
  check(`echo "${hash}  x.sh" | sha256sum -c -\n${fetch}sh x.sh`, ['high high']);
});

test('a second download after the comparison counts as unverified', () => {
  const again = 'curl -o x.sh https://other.example/x.sh\n';
  check(`${fetch}echo "${hash}  x.sh" | sha256sum -c -\n${again}sh x.sh`, ['high high']);
});
