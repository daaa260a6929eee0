import { expect, test } from 'vitest';
import { type ConsentFacts, sharesEffect, telemetryConsent } from './telemetry-consent.js';

interface Given extends Partial<Omit<ConsentFacts, 'config'>> {
  readonly config?: Partial<ConsentFacts['config']>;
}

test.each<[string, Given, string | undefined]>([
  ['nothing', {}, undefined],
  ['the flag', { isFlagOff: true }, '--no-telemetry'],
  ['our variable', { environment: { COPPICE_NO_TELEMETRY: '1' } }, 'COPPICE_NO_TELEMETRY'],
  ["everybody's variable", { environment: { DO_NOT_TRACK: 'yes' } }, 'DO_NOT_TRACK'],
  ['variables that say no', { environment: { DO_NOT_TRACK: '0', COPPICE_NO_TELEMETRY: 'False' } }, undefined],
  ['an empty variable', { environment: { DO_NOT_TRACK: '' } }, undefined],
  ['the configuration', { config: { 'telemetry.enabled': false } }, 'telemetry.enabled'],
])('by %s, telemetry is off or on', (_, { isFlagOff = false, environment = {}, config = {} }, offBy) => {
  const whole = { 'telemetry.enabled': true, 'telemetry.share_use': true, ...config };
  const isOn = offBy === undefined;
  expect(telemetryConsent({ isFlagOff, environment, config: whole })).toEqual({
    installs: isOn,
    use: isOn,
    offBy,
  });
});

test('use alone can be kept back', () => {
  const config = { 'telemetry.enabled': true, 'telemetry.share_use': false };
  expect(telemetryConsent({ isFlagOff: false, environment: {}, config })).toEqual({
    installs: true,
    use: false,
    offBy: 'telemetry.share_use',
  });
});

test.each<[string, Given & { readonly isOn?: boolean }, boolean]>([
  ['by default', { isOn: false }, false],
  ['if it is switched on', {}, true],
  ['with the flag', { isFlagOff: true }, false],
  ['with a variable', { environment: { DO_NOT_TRACK: '1' } }, false],
  ['with all telemetry off', { config: { 'telemetry.enabled': false } }, false],
  ['with use kept back', { config: { 'telemetry.share_use': false } }, true],
])('counts about notes are shared or not: %s', (_, given, expected) => {
  const { isFlagOff = false, environment = {}, config = {}, isOn = true } = given;
  const whole = { 'telemetry.enabled': true, 'telemetry.share_use': true, ...config };
  const facts = { isFlagOff, environment, config: { ...whole, 'telemetry.share_effect': isOn } };
  expect(sharesEffect(facts)).toBe(expected);
});
