/*
 * The options of `evolve run`: its flags, or the configuration where a flag is not given.
 */

import type { VerifyCommand } from '../../../evolve/notes/verify.js';
import type { EvolveOptions } from '../../../evolve/run.js';
import type { Config } from '../../../library/config/config.js';
import { CoppiceError } from '../../../text/errors.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Input } from '../../verbs/records.js';

export function evolveOptions(input: Input<'evolve run'>, config: Config): EvolveOptions {
  const listed = (
    flag: 'allow-auto-apply-skill' | 'block-auto-apply-skill',
    key: 'evolve.allow_auto_apply_skill' | 'evolve.block_auto_apply_skill',
  ) => {
    const given = input.texts(flag);
    return given.length > 0 ? given : config[key];
  };
  const isOn = (flag: Parameters<typeof input.isOn>[0], configured: boolean) =>
    input.isOn(flag) || configured;
  // Proposals wait for a person, whatever the configuration says about writing.
  const isDry = input.isOn('dry-run') || input.isOn('propose');
  return {
    days: wholeNumber(input, 'days', 1) ?? config['evolve.days'],
    maxSkills: wholeNumber(input, 'max-skills', 1) ?? config['evolve.max_skills'],
    minEvidence: wholeNumber(input, 'min-evidence', 1) ?? config['evolve.min_evidence'],
    variants: variants(input) ?? config['evolve.variants'],
    applyLowRisk: !isDry && isOn('apply-low-risk', config['evolve.apply_low_risk']),
    approveAutoApply: !isDry && isOn('approve-auto-apply', config['evolve.approve_auto_apply']),
    names: {
      protectCore: protectsCore(input, config),
      coreSkills: config['evolve.core_skills'],
      allow: listed('allow-auto-apply-skill', 'evolve.allow_auto_apply_skill'),
      block: listed('block-auto-apply-skill', 'evolve.block_auto_apply_skill'),
    },
    preVerify: command(input.text('pre-verify-command') ?? config['evolve.pre_verify_command']),
    verify: command(input.text('verify-command') ?? config['evolve.verify_command']),
    requireRestoreDrill: isOn('require-restore-drill', config['evolve.require_restore_drill']),
    semantic: isOn('semantic-candidates', config['evolve.semantic_candidates']),
    rerank: isOn('rerank-candidates', config['evolve.rerank_candidates']),
  };
}

function variants(input: Input<'evolve run'>): number | undefined {
  const given = wholeNumber(input, 'variants', 1);
  if (given === undefined || given <= 4) return given;
  throw new CoppiceError('bad-value', `--variants cannot be ${given}`, { hint: 'give a number from 1 to 4' });
}

function protectsCore(input: Input<'evolve run'>, config: Config): boolean {
  if (input.isOn('protect-core-skills')) return true;
  return !input.isOn('no-protect-core-skills') && config['evolve.protect_core_skills'];
}

/** An empty one is none. */
function command(given: VerifyCommand): VerifyCommand | undefined {
  return given.length === 0 ? undefined : given;
}
