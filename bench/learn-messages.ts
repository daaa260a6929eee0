/*
 * Learns from labelled messages which of them correct the agent: logistic regression over the features of the program
 * (src/evidence/rules/messages/features.ts), each scaled by how differently often it occurs in the two classes. It learns
 * from the messages in test/fixtures/evidence/training and the `dev` halves of the labelled sets; the `test` halves stay
 * unknown to it. The same messages give the same weights.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type CorrectionWeights, scoreCorrection } from '../src/evidence/rules/messages/correction-score.js';
import { messageFeatures } from '../src/evidence/rules/messages/features.js';
import { halfOf, type LabelledMessage } from './evidence-sets.js';

export interface LearnedMessage {
  /** The set or file that it is from. */
  readonly source: string;
  readonly text: string;
  readonly correction: boolean;
}

/** At most 10 % of the messages of other authors that are found may be none: chosen by leaving out a set at a time. */
const threshold = 0.5;
const unit = 100;
/** A feature has to occur in two messages, and to say something. */
const minMessages = 2;
const minWeight = 0.15;
const smoothing = 0.5;
const regularisation = 0.03;
const rounds = 300;

export function learn(messages: readonly LearnedMessage[]): CorrectionWeights {
  const featuresOf = messages.map(({ text }) => messageFeatures(text));
  const counts = new Map<string, { corrections: number; others: number }>();
  for (const [index, features] of featuresOf.entries())
    for (const feature of features) {
      const count = counts.get(feature) ?? { corrections: smoothing, others: smoothing };
      count[messages[index]?.correction ? 'corrections' : 'others'] += 1;
      counts.set(feature, count);
    }
  const known = [...counts]
    .filter(([, { corrections, others }]) => corrections + others - 2 * smoothing >= minMessages)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const scales = Float64Array.from(
    known,
    ([, { corrections, others }]) => Math.abs(Math.log(corrections / others)) + 0.1,
  );
  const indexes = new Map(known.map(([feature], index) => [feature, index]));
  const rows = featuresOf.map((features) => ({
    norm: 1 / Math.sqrt(features.size),
    known: [...features].flatMap((feature) => indexes.get(feature) ?? []),
  }));
  const labels = messages.map(({ correction }) => (correction ? 1 : 0));
  const fitted = descend(rows, labels, scales);
  const weights: Record<string, number> = {};
  for (const [index, [feature]] of known.entries()) {
    const weight = (fitted[index] ?? 0) * (scales[index] ?? 0);
    if (Math.abs(weight) >= minWeight) weights[feature] = Math.round(weight * unit);
  }
  return { threshold, unit, weights };
}

/** Gradient descent over all rows at once, with a step per feature that shrinks with its gradients. */
function descend(
  rows: readonly { readonly norm: number; readonly known: readonly number[] }[],
  labels: readonly number[],
  scales: Float64Array,
): Float64Array {
  const weights = new Float64Array(scales.length);
  const squares = new Float64Array(scales.length).fill(1e-8);
  for (let round = 0; round < rounds; round += 1) {
    const gradient = new Float64Array(scales.length);
    for (const [row, { norm, known }] of rows.entries()) {
      let sum = 0;
      for (const feature of known) sum += at(weights, feature) * at(scales, feature);
      const error = (1 / (1 + Math.exp(-sum * norm)) - (labels[row] ?? 0)) * norm;
      for (const feature of known) gradient[feature] = at(gradient, feature) + error * at(scales, feature);
    }
    for (let feature = 0; feature < weights.length; feature += 1) {
      const slope = at(gradient, feature) + regularisation * at(weights, feature);
      squares[feature] = at(squares, feature) + slope * slope;
      weights[feature] = at(weights, feature) - (0.3 * slope) / Math.sqrt(at(squares, feature));
    }
  }
  return weights;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

export function scoreWith(learned: CorrectionWeights, { text }: LearnedMessage): number {
  return scoreCorrection(learned, text);
}

const fixtures = 'test/fixtures/evidence';

/** The messages to learn from. The paths are those of a run in the root of the checkout. */
export function readLearnedMessages(): readonly LearnedMessage[] {
  const sets = ['', 'second/', 'third/', 'fourth/']
    .map((set) => `${fixtures}/${set}corrections.jsonl`)
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      linesOf(path)
        .map((line): LabelledMessage => JSON.parse(line))
        .filter(({ id }) => halfOf(id) === 'dev')
        .filter(({ before }) => beforeOf(before) === 'report')
        .map(({ text, correction }) => ({ source: path, text, correction })),
    );
  const folder = `${fixtures}/training`;
  const training = readdirSync(folder)
    .sort()
    .flatMap((name) =>
      linesOf(`${folder}/${name}`).map((line) => parseTrainingLine(`${folder}/${name}`, line)),
    );
  const byText = new Map<string, LearnedMessage>();
  for (const message of [...sets, ...training]) {
    const known = byText.get(message.text);
    if (known === undefined) byText.set(message.text, message);
    else if (known.correction !== message.correction)
      throw new Error(`${known.source} and ${message.source} disagree about: ${message.text}`);
  }
  return [...byText.values()];
}

/** `+ en that's the wrong file`: whether it corrects, the language, and the message. */
export function parseTrainingLine(source: string, line: string): LearnedMessage {
  const [, sign, text] = /^([+-]) [a-z]{2} (.+)$/.exec(line) ?? [];
  if (text === undefined) throw new Error(`${source} has a line that is not understood: ${line}`);
  return { source, text, correction: sign === '+' };
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** What came before the message, by the words of a labelled set about the agent. */
export function beforeOf(words: string): 'nothing' | 'question' | 'report' {
  if (startsSession.test(words)) return 'nothing';
  return asks.test(words) ? 'question' : 'report';
}

const startsSession =
  /^(?:(?:the )?session start(?:s|ed)?|(?:the )?start of (?:the )?session|started the session|(?:beginn|start) der (?:sitzung|session)|début de (?:la )?session|inicio de (?:la )?sesión|início da sess[ãa]o|inizio (?:della )?sessione|begin van de sessie|开始会话|会话开始|セッション(?:の)?開始)$/i;
const asks =
  /(?:^|\band )(?:has )?asked (?:if|whether|which|what|where|who|when|how|to|for|the user|about|between|why)\b|^(?:hat )?(?:ge)?fragte?t?(?!\p{L})|^hat .{0,120}gefragt|^(?:a )?demand(?:e|é)(?!\p{L})|^(?:ha )?pregunt(?:a|ó|ado)(?!\p{L})|^pergunt(?:a|ou)(?!\p{L})|^(?:ha )?chie(?:sto|de)(?!\p{L})|^(?:heeft )?(?:vroeg|gevraagd)(?!\p{L})|^heeft .{0,120}gevraagd|^(?:询问|问了?)|(?:聞いた|尋ねた|質問した|確認した)$/iu;
