/*
 * The problems that the doctor reports besides the faults of single skills, files and folders. Each code has a fixed
 * severity. error: something does not work; warning: something differs from what its owner expects; info: a note. Only
 * errors and warnings count as wrong.
 */

import type { Severity } from '../../../skill/diagnostic.js';
import type { CommandDiagnostic, LocatedDiagnostic } from '../diagnostics.js';

export interface Problem extends Omit<LocatedDiagnostic, 'code'> {
  readonly code: LocatedDiagnostic['code'] | CommandDiagnostic['code'] | DoctorCode;
}

/** Every code with its severity. */
const doctorCodes = {
  /** The configuration cannot be used, so the defaults apply. */
  'bad-config': 'error',
  /** Coppice's home is not a folder. */
  'home-not-folder': 'error',
  /** Coppice's home does not exist yet. */
  'home-missing': 'info',
  /** Other users of this machine can read the home. */
  'home-open': 'warning',
  /** Other users of this machine can read the credentials. */
  'credentials-open': 'warning',
  /** A folder named in the configuration does not exist. */
  'root-missing': 'warning',
  /** A trusted project does not exist. */
  'trusted-missing': 'info',
  /** A project has skills and is not trusted. */
  'untrusted-project': 'info',
  /** A project is trusted by Coppice, and an agent that must trust it as well has not recorded that it does. */
  'agent-trust': 'info',
  /** Two different skills have the same name, and a client loads only one. */
  'same-name': 'warning',
  /** Two skills have the same name and the same text. */
  copy: 'info',
  /** A client does not see a skill in a folder that it reads. */
  'not-seen': 'warning',
  /** The settings of an agent cannot be read, so what they turn off is unknown. */
  'settings-unreadable': 'warning',
  /** The settings of an agent name skills that are not on this machine. */
  'skills-not-read': 'info',
  /** The listing of a client is full. */
  'listing-full': 'warning',
  /** The description of one skill is cut in the listing of a client. */
  'description-cut': 'info',
  /** A root has more folders than a client searches. */
  'folder-limit': 'warning',
  /** A usage record belongs to no skill. */
  'orphan-record': 'info',
  /** The usage records cannot be read. */
  'usage-unreadable': 'error',
  /** A damaged usage file was set aside. */
  'usage-damaged': 'warning',
  /** A newer version wrote the usage records. */
  'usage-newer': 'warning',
  /** Lines of the usage journal are cut off or damaged. */
  'journal-damaged': 'warning',
  /** The ledger cannot be read. */
  'ledger-unreadable': 'error',
  /** Lines of the ledger are cut off or damaged; they stay, because nothing is ever removed from it. */
  'ledger-damaged': 'info',
  /** A change was interrupted. */
  'ledger-unfinished': 'warning',
  /** The curator's state cannot be read, so the curator does not run. */
  'curator-unreadable': 'error',
  /** The scanner blocks a skill, so Coppice gives it to no agent. */
  'scan-block': 'error',
  /** The scanner warns of a skill. */
  'scan-warn': 'warning',
  /** Some skills are not scanned yet. */
  'scan-unfinished': 'info',
} as const satisfies Readonly<Record<string, Severity>>;

export type DoctorCode = keyof typeof doctorCodes;

export function problem(code: DoctorCode, path: string, message: string, fix: string | null): Problem {
  return { code, severity: doctorCodes[code], path, line: 0, message, fix };
}

export function isWrong({ severity }: Problem): boolean {
  return severity !== 'info';
}
