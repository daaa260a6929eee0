/*
 * Every path below Coppice's home. Whoever reads or writes a file there takes its path from here, so that this file and
 * docs/files-and-formats.md name all that a home can contain. It is pure: rules may use it too.
 */

/** The paths alone: nothing is read, and nothing needs to exist. */
export function homePaths(home: string): HomePaths {
  if (last?.home !== home) last = { home, paths: pathsBelow(home) };
  return last.paths;
}

type HomePaths = ReturnType<typeof pathsBelow>;

/** A command asks dozens of times, nearly always for one home, and there are many paths. */
let last: { readonly home: string; readonly paths: HomePaths } | undefined;

function pathsBelow(home: string) {
  const at = (path: string) => `${home}/${path}`;
  return {
    /** The user's settings. */
    config: at('config.toml'),
    /** A folder that the settings name relative to the home. */
    configured: (path: string) => at(path),
    /** The tokens of `coppice login`. */
    credentials: at('credentials.toml'),

    /** The user's own skills: the root `home`. */
    skills: at('skills'),
    /** Bundles of skills for `coppice invoke`, one TOML file each. */
    bundles: at('bundles'),

    /** The snapshot of the usage store; its journal and its copy are beside it. */
    usage: at('usage.json'),
    /** Every change of a skill, one line when it begins and one when it ends. */
    ledger: at('ledger.jsonl'),
    /** The bytes before and after each change in the ledger. */
    blobs: at('blobs'),
    /** One of them, by its SHA-256. */
    blob: (sha256: string) => at(`blobs/${sha256}`),
    /** What every observed SKILL.md was when it was last looked at. */
    observed: at('observed.json'),
    /** Facts about skills that are in no usage record, such as an accepted scan: one line per change. */
    facts: at('facts.jsonl'),

    /** Transcripts in Coppice's own format, written by others. */
    sessions: at('sessions'),
    /** What happened in sessions: a SQLite database. */
    evidence: at('evidence.sqlite'),
    /** What hooks have reported and no command has stored yet. */
    spool: at('evidence.spool.jsonl'),
    /** A part of the spool that a command has set aside to store it. */
    spoolPart: (id: string) => at(`evidence.spool.${id}.jsonl`),
    /** Keyed hashes of the secrets that hooks recognised in one session. */
    hookSecrets: (session: string) => at(`evidence.secrets.${session}.jsonl`),

    /** The settings files that were absent or empty before hooks were put into them. */
    hooks: at('hooks.json'),

    /** The curator's last run, and whether it is paused. */
    curator: at('curator.json'),
    /** The evolver's last run. */
    evolver: at('evolver.json'),
    /** The last scheduled run. */
    schedule: at('schedule.json'),
    /** The address of the server of `coppice open`, with the key for new sign-in codes. */
    machine: at('machine.json'),
    /** A page that leads the browser to them with a one-time code. */
    machineDoor: at('machine-door.html'),
    /** The last restore drill. */
    drill: at('drill.json'),
    /** What each run did, a folder per run. */
    reports: at('reports'),
    /** The report of one run: its folder, the document and the page. */
    report: (runId: string) => ({
      folder: at(`reports/${runId}`),
      document: at(`reports/${runId}/run.json`),
      page: at(`reports/${runId}/REPORT.md`),
    }),
    /** Proposed changes and what was decided. */
    proposals: at('proposals'),
    /** One proposal, by the name of its file. */
    proposal: (file: string) => at(`proposals/${file}`),

    /** What agents printed in evaluations, one file for each run. */
    evalRecordings: at('evals/recordings'),
    /** The results of evaluations, a file for each content. */
    allEvalResults: at('evals/results'),
    /** The results of evaluations of one content, by the hexadecimal digits of its digest. */
    evalResults: (digest: string) => at(`evals/results/${digest}.json`),
    /** Edits of a skill that were run and not kept, by the hash of the skill's id. */
    triedEdits: (hash: string) => at(`evals/tried/${hash}.json`),

    /** Installed packages, which projects are linked to. */
    store: at('store'),
    /** One of them, by the hexadecimal digits of its content digest. */
    storedPackage: (hex: string) => at(`store/${hex}`),
    /** What was put into projects as copies. */
    projects: at('projects'),
    /** The copies that were put into one project, by the hash of its path. */
    project: (hash: string) => at(`projects/${hash}.json`),
    /** Which version of a skill came into which project when, a line each. */
    installed: at('installed.jsonl'),
    /** The use that was last shared with a registry, by project. */
    telemetry: at('telemetry.json'),

    /** The data of the registry's embedded database. */
    registryDatabase: at('registry/pg'),
    /** The bundles of the registry, where no other storage is configured. */
    registryBlobs: at('registry/blobs'),

    /** Optional packages, where COPPICE_PACKAGES names no other folder. */
    packages: at('packages'),
    /** Models for search by meaning. */
    models: at('models'),

    /** Everything that can be computed again. */
    cache: at('cache'),
    /** What the SKILL.md files said when they were last read. */
    indexCache: at('cache/index.json'),
    /** The names of the skills in one root, by the tag of its folder. */
    namesCache: (tag: string) => at(`cache/names/${tag}.json`),
    /** The verdicts of the scanner, in one file for each hexadecimal digit that the hash of a folder begins with. */
    verdictCache: (digit: string) => at(`cache/verdicts/${digit}.json`),
    /** The skills at warn and block, which listings mark. */
    flaggedCache: at('cache/flagged.json'),
    /** The newer versions that were last found for one project, by the hash of its path. */
    updatesCache: (hash: string) => at(`cache/updates/${hash}.json`),
    /** What users asked for when a skill was loaded, redacted; only search reads it. */
    askedPrompts: at('cache/asked.json'),
    /** What the status says about evidence and proposals. */
    learnedCache: at('cache/learned.json'),
    /** Up to where every entry of the ledger has ended. */
    ledgerMark: at('cache/ledger-mark.json'),
    /** Which part of the ledger may have a word, such as an id. */
    ledgerIndex: at('cache/ledger-index.bin'),
    /** What is mechanical to fix in skills that an agent cannot load. */
    fixCache: at('cache/fixes.json'),
    /** The search index. */
    searchCache: at('cache/search.bin'),
    /** The vectors that one model made, by the tag of its name. */
    vectorCache: (tag: string) => at(`cache/vectors-${tag}.bin`),
    /** The clone of a repository that skills are installed from. */
    gitCache: (key: string) => at(`cache/git/${key}`),

    /** The lock files of the processes that write. */
    locks: at('locks'),
    /** One of them. */
    lock: (name: string) => at(`locks/${name}`),
    /** A file or folder for the time of one command. */
    temporary: (name: string) => at(`tmp/${name}`),
  };
}
