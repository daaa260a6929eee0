/*
 * What a version requires and what requires the item, drawn and as lists.
 */

import { useMemo } from 'preact/hooks';
import type { ReferrerAnswer, VersionAnswer } from '../../../registry/api/item.js';
import type { ResolveAnswer } from '../../../registry/api/resolve.js';
import { errorText } from '../../api/api.js';
import { Graph } from '../../parts/graph.js';
import { Section } from '../../parts/page.js';
import { AnswerView, Empty } from '../../parts/states.js';
import { itemAddress } from '../../rules/address.js';
import {
  type DependencyBranch,
  type DependencyNode,
  dependencyGraph,
  requiredBranches,
} from '../../rules/dependency-graph.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

export function DependenciesTab({ version }: { readonly version: VersionAnswer }) {
  const { api } = useSession();
  const { slug, kind } = version;
  const resolved = useAnswer(version.digest, (signal) => {
    const item = { kind, slug };
    // Locked, so that a yanked or archived version can be shown too.
    const body = {
      items: [{ ...item, range: version.version }],
      locked: [{ ...item, version: version.version }],
    };
    return api.send('POST', '/v1/resolve', { body, signal });
  });
  const users = useAnswer(`users ${slug}`, (signal) =>
    api.get('/v1/skills/{slug}/used-by', { params: { slug }, query: { kind }, signal }),
  );
  if (resolved.error !== undefined)
    return (
      <>
        <p class="problem">{errorText(resolved.error)}</p>
        <Section title="Requires">
          <ul>
            {version.requires.map((required) => (
              <li key={required} class="mono">
                {required}
              </li>
            ))}
          </ul>
        </Section>
      </>
    );
  return (
    <AnswerView answer={resolved} label="what it requires" lines={10}>
      {(answer) => (
        <AnswerView answer={users} label="what requires it" lines={10}>
          {(referrers) => <Dependencies version={version} answer={answer} users={referrers} />}
        </AnswerView>
      )}
    </AnswerView>
  );
}

interface Props {
  readonly version: VersionAnswer;
  readonly answer: ResolveAnswer;
  readonly users: readonly ReferrerAnswer[];
}

function Dependencies({ version, answer, users }: Props) {
  const graph = useMemo(() => dependencyGraph(version, answer, users), [version, answer, users]);
  const shown = useMemo(() => graph.nodes.map(shownNode), [graph]);
  const edges = useMemo(() => {
    const missing = new Set(graph.nodes.filter(({ part }) => part === 'missing').map(({ id }) => id));
    return graph.edges.map((edge) => ({ ...edge, isDashed: missing.has(edge.to) }));
  }, [graph]);
  const branches = useMemo(() => requiredBranches(graph), [graph]);
  if (graph.nodes.length < 2)
    return (
      <Empty title="No dependencies">
        <p>
          It requires nothing, and nothing requires it. A skill lists what it needs in the field{' '}
          <code>requires</code> of its SKILL.md.
        </p>
      </Empty>
    );
  return (
    <>
      <Graph label={`What ${version.slug} requires and what requires it`} nodes={shown} edges={edges} />
      <p class="muted small">
        An item is above the items that it requires.
        {answer.unresolved.length > 0 && ' Dashed: no published version fits yet.'}
      </p>
      {answer.warnings.length > 0 && (
        <ul class="shown-warnings">
          {answer.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <details class="shown-lists">
        <summary>Show as lists</summary>
        <div>
          <Section title="Requires">
            {branches.length === 0 ? <p class="muted">Nothing.</p> : <Branches branches={branches} />}
          </Section>
          <Section title="Used by">
            {users.length === 0 ? (
              <p class="muted">Nothing.</p>
            ) : (
              <ul>
                {users.map((user) => (
                  <li key={`${user.kind} ${user.slug}`}>
                    <Link href={itemAddress(user)}>{user.slug}</Link>{' '}
                    <span class="muted">
                      {user.version} asks for {user.version_range}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      </details>
    </>
  );
}

function Branches({ branches }: { readonly branches: readonly DependencyBranch[] }) {
  return (
    <ul>
      {branches.map(({ node, branches: inner, isRepeated }) => (
        <li key={node.id}>
          <Link href={itemAddress(node)}>{node.slug}</Link>{' '}
          <span class="muted">
            {noteOf(node)}
            {isRepeated && ', shown above'}
          </span>
          {inner.length > 0 && <Branches branches={inner} />}
        </li>
      ))}
    </ul>
  );
}

function shownNode(node: DependencyNode) {
  return {
    id: node.id,
    title: node.slug,
    note: noteOf(node),
    ...(node.part !== 'itself' && node.part !== 'missing' && { href: itemAddress(node) }),
    look: node.part === 'itself' ? 'main' : node.part === 'missing' ? 'missing' : 'plain',
  } as const;
}

function noteOf({ kind, version }: DependencyNode): string {
  const what = version ?? 'not published';
  return kind === 'skill' ? what : `${kind} ${what}`;
}
