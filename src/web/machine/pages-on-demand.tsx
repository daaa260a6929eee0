/*
 * The pages whose code is loaded when they are first opened, so that the first load has what every page needs and no more.
 */

import type { ComponentType } from 'preact';
import { ApiError } from '../api/api.js';
import { AnswerView } from '../parts/states.js';
import { useAnswer } from '../state/use-answer.js';
import type { MachinePage } from './rules/machine-address.js';

export interface PageProps {
  /** The id of what the page is about, where it is about one thing. */
  readonly id: string;
}

type Page = ComponentType<PageProps>;
export type PageOnDemand = Exclude<MachinePage, 'today' | 'not-found'>;

const loaders: Readonly<Record<PageOnDemand, () => Promise<Page>>> = {
  skills: async () => (await import('./pages/skills/skills-page.js')).SkillsPage,
  skill: async () => (await import('./pages/skill/skill-page.js')).SkillPage,
  sessions: async () => (await import('./pages/sessions/sessions-page.js')).SessionsPage,
  review: async () => (await import('./pages/review/review-page.js')).ReviewPage,
  proposal: async () => (await import('./pages/review/proposal-page.js')).ProposalPage,
  episode: async () => (await import('./pages/sessions/episode-page.js')).EpisodePage,
  settings: async () => (await import('./pages/settings/settings-page.js')).SettingsPage,
  team: async () => (await import('./pages/team/team-page.js')).TeamPage,
  tidy: async () => (await import('./pages/tidy/tidy-page.js')).TidyPage,
  effect: async () => (await import('./pages/effect/effect-page.js')).EffectPage,
};

/** What was loaded is shown at once the next time. */
const loaded = new Map<PageOnDemand, Page>();

async function load(page: PageOnDemand): Promise<Page> {
  try {
    const component = await loaders[page]();
    loaded.set(page, component);
    return component;
  } catch {
    throw new ApiError(
      'offline',
      0,
      'Coppice is not running any more, or was updated. Start it again with: coppice open',
    );
  }
}

interface Props extends PageProps {
  readonly page: PageOnDemand;
}

/** To be given the page as its key. */
export function OnDemand({ page, id }: Props) {
  const Known = loaded.get(page);
  return Known === undefined ? <Loaded page={page} id={id} /> : <Known key={id} id={id} />;
}

function Loaded({ page, id }: Props) {
  const answer = useAnswer(page, () => load(page));
  return (
    <AnswerView answer={answer} label="the page" lines={16}>
      {(Component) => <Component key={id} id={id} />}
    </AnswerView>
  );
}
