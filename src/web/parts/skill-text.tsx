/*
 * A SKILL.md to read: its text rendered, and the fields at its head as a table beside it.
 */

import { Markdown } from './markdown.js';
import { type FrontmatterField, splitFrontmatter } from './split-frontmatter.js';
import { Empty } from './states.js';
import './skill-text.css';

interface Props {
  readonly text: string;
  /** Where a file of the package is shown; undefined where there is no such file. */
  readonly fileAddress: (path: string) => string | undefined;
}

export function SkillText({ text, fileAddress }: Props) {
  const { fields, body } = splitFrontmatter(text);
  return (
    <div class="skill-text">
      <article aria-label="SKILL.md">
        {body.trim() === '' ? (
          <Empty title="There is no text below the fields" />
        ) : (
          <Markdown text={body} fileAddress={fileAddress} />
        )}
      </article>
      {fields.length > 0 && <Fields fields={fields} />}
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly FrontmatterField[] }) {
  return (
    <aside class="skill-fields card" aria-label="Fields of SKILL.md">
      <table>
        <tbody>
          {fields.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td dir="auto">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
