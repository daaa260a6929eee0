/*
 * What the doctor can find wrong beyond the faults of single skills and places. The severity belongs to the code:
 * error, something does not work; warning, something is not as its owner believes; info, worth knowing. Only the
 * first two count as wrong.
 */

import type { Severity } from '../../skill/diagnostic.js';
import type { CommandDiagnostic, LocatedDiagnostic } from './diagnostics.js';

export interface Problem extends Omit<LocatedDiagnostic, 'code'> {
  readonly code: LocatedDiagnostic['code'] | CommandDiagnostic['code'] | DoctorCode;
}

/** Every code with its severity. */
const doctorCodes = {
  /** The configuration cannot be used, so the defaults were taken. */
  'bad-config': 'error',
  /** The home is something else than a folder. */
  'home-not-folder': 'error',
  /** There is no home yet. */
  'home-missing': 'info',
  /** Others on this machine may look into the home. */
  'home-open': 'warning',
  /** Others may read the credentials. */
  'credentials-open': 'warning',
  /** A folder of the configuration is not there. */
  'root-missing': 'warning',
  /** A trusted project is not there. */
  'trusted-missing': 'info',
  /** A project has skills and is not trusted. */
  'untrusted-project': 'info',
  /** Two different skills have one name, and a client takes only one. */
  'same-name': 'warning',
  /** The same, but it is the same text. */
  copy: 'info',
  /** A client does not see a skill that lies where it looks. */
  'not-seen': 'warning',
  /** Settings of an agent cannot be read, so what they turn off is not known. */
  'settings-unreadable': 'warning',
  /** The listing of a client is full. */
  'listing-full': 'warning',
  /** The description of one skill is cut in the listing of a client. */
  'description-cut': 'info',
  /** A root has more folders than a client looks through. */
  'folder-limit': 'warning',
  /** A record of use without a skill. */
  'orphan-record': 'info',
  /** Usage that cannot be read. */
  'usage-unreadable': 'error',
  /** A damaged file of usage was set aside. */
  'usage-damaged': 'warning',
  /** Usage that a newer version wrote. */
  'usage-newer': 'warning',
  /** Lines of the usage journal that are torn or damaged. */
  'journal-damaged': 'warning',
  /** The ledger cannot be read. */
  'ledger-unreadable': 'error',
  /** Lines of the ledger that are torn or damaged; they stay, since nothing is ever taken out of it. */
  'ledger-damaged': 'info',
  /** A change that was begun and did not end. */
  'ledger-unfinished': 'warning',
  /** What the curator remembers cannot be read, so it does not run. */
  'curator-unreadable': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type DoctorCode = keyof typeof doctorCodes;

export function problem(code: DoctorCode, path: string, message: string, fix: string | null): Problem {
  return { code, severity: doctorCodes[code], path, line: 0, message, fix };
}

export function isWrong({ severity }: Problem): boolean {
  return severity !== 'info';
}
