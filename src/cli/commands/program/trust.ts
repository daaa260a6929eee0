/*
 * `coppice trust`: trusts the skills of a project, stops trusting them, or lists the trusted projects.
 */

import { resolve } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import {
  distrustProject,
  type TrustChange,
  trustedProjects,
  trustProject,
} from '../../../library/config/trust.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runTrust(context: Context, input: Input<'trust'>): Promise<Report> {
  const { files, userHome, workingFolder } = context;
  const { home, configPath } = libraryOf(context);
  const place = { files, home, userHome, configPath };
  const path = input.argument('path');
  if (input.isOn('list')) {
    if (path !== undefined || input.isOn('remove')) {
      throw new CoppiceError('usage', '--list takes neither a path nor --remove', {
        hint: 'coppice help trust',
      });
    }
    const projects = trustedProjects(place);
    return { document: { projects }, text: projects.map((project) => `${printable(project)}\n`).join('') };
  }
  const folder = resolve(workingFolder, path ?? '.');
  const change = await (input.isOn('remove') ? distrustProject : trustProject)(place, folder);
  return { document: { ...change, config: configPath }, text: `${printable(sentence(change))}\n` };
}

function sentence({ project, trusted, changed }: TrustChange): string {
  if (trusted) return changed ? `trusted: ${project}` : `already trusted: ${project}`;
  return changed ? `no longer trusted: ${project}` : `was not trusted: ${project}`;
}
