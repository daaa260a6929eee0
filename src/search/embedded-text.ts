/*
 * The text that is embedded for a skill: its name and description. Measurements showed that tags and the body blur the
 * meaning, and the keyword index finds the words that only they contain. Also the texts that serve as background.
 */

interface Described {
  readonly name: string;
  readonly description: string;
}

export function embeddedText({ name, description }: Described): string {
  return `${name.replaceAll(/[-_]+/g, ' ')}. ${description}`;
}

/** Invented skills about many subjects. Their similarity to a query shows what similarity a model gives by chance. */
const rows: readonly (readonly [name: string, description: string])[] = [
  ['beekeeping', 'Look after a hive through the year and harvest honey.'],
  ['chess-openings', 'Explain the ideas behind an opening and its main lines.'],
  ['knitting-patterns', 'Work out stitches and sizes for a pullover.'],
  ['star-charts', 'Say which constellations and planets can be seen tonight.'],
  ['first-aid', 'Tell what to do until help arrives.'],
  ['sailing-knots', 'Show which knot holds where and how it is tied.'],
  ['bird-song', 'Recognise birds by their calls and write down what was heard.'],
  ['chemistry-homework', 'Balance equations and explain the reaction.'],
  ['museum-guide', 'Describe a painting, who made it and why.'],
  ['family-tree', 'Trace ancestors through church books and registers.'],
  ['insurance-claim', 'Report damage with photographs and a list of what was lost.'],
  ['dog-training', 'Teach a young dog to come when it is called.'],
  ['crossword-helper', 'Find words by their letters and a clue.'],
  ['board-game-night', 'Choose a game for the group and explain the rules.'],
  ['sewing-machine', 'Thread it, set the tension and clear what jams.'],
  ['printer-queue', 'Clear jobs that are stuck and set up another printer.'],
  ['barcode-labels', 'Print labels for shelves and parcels.'],
  ['shift-roster', 'Share out early and late shifts fairly over a month.'],
  ['warehouse-count', 'Compare what is on the shelves with what the system says.'],
  ['phone-contract', 'Compare tariffs and write the notice.'],
  ['election-results', 'Show seats and shares by district.'],
  ['sheet-music', 'Set notes for a choir in four voices.'],
  ['circuit-boards', 'Lay out components and check the rules of the maker.'],
  ['robot-arm', 'Plan a path for the gripper without hitting anything.'],
  ['compiler-passes', 'Turn a syntax tree into instructions for a machine.'],
  ['spell-check-dictionary', 'Add words of a trade to a dictionary.'],
  ['satellite-images', 'See how a forest changed over the years.'],
  ['protein-structure', 'Compare the folding of two proteins.'],
  ['bridge-loads', 'Compute how much a beam bends.'],
  ['chat-moderation', 'Decide which messages break the rules of a community.'],
  ['keyboard-layout', 'Move keys about and write the mapping.'],
  ['virtual-machines', 'Start a second system inside the first one.'],
];

export const backgroundTexts: readonly string[] = rows.map(([name, description]) =>
  embeddedText({ name, description }),
);
