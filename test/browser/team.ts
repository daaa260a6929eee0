/*
 * A tenant as a test fills and visits it: people of every role, what they published, and what the API says to them.
 */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { addMember } from '../../src/registry/access/members.js';
import { makeSignInLink } from '../../src/registry/access/sign-in-links.js';
import { createTenant, tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { makeToken } from '../../src/registry/access/tokens.js';
import { type Role, type Scope, scopes } from '../../src/registry/api/names.js';
import { draftAnswer } from '../../src/registry/api/routes/drafts.js';
import { type BundleSketch, bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { openVisit, type Visit, type VisitOptions } from './visit.js';
import type { World } from './world.js';

export interface Reply {
  readonly status: number;
  readonly data: unknown;
}

type VisitingOptions = Omit<VisitOptions, 'baseURL'>;

const hour = 60 * 60 * 1_000;

export class Team {
  readonly #world: World;
  readonly #tenantId: number;
  readonly #members = new Set<Role>();
  readonly #visits: Visit[] = [];
  #master = '';
  readonly slug: string;

  private constructor(world: World, slug: string, tenantId: number) {
    this.#world = world;
    this.slug = slug;
    this.#tenantId = tenantId;
  }

  static async open(world: World, slug = `team-${randomUUID().slice(0, 8)}`): Promise<Team> {
    const { registry } = world.server;
    await createTenant(registry, { slug, name: '' });
    const team = new Team(world, slug, await tenantIdBySlug(registry.database, slug));
    team.#master = await team.token();
    return team;
  }

  get url(): string {
    return this.#world.server.url;
  }

  /** The text of a new token of a service. */
  async token(wanted: readonly Scope[] = scopes): Promise<string> {
    const asked = { name: 'made for a test', scopes: [...wanted], patterns: [], expiresAt: null };
    return (await makeToken(this.#world.server.registry, this.#tenantId, { service: 'test' }, asked)).text;
  }

  /** The address of a new one-time link for the member of this role. */
  async link(role: Role): Promise<string> {
    const { registry } = this.#world.server;
    const email = `${role}@${this.slug}.example.com`;
    if (!this.#members.has(role)) await addMember(registry, this.#tenantId, { email, name: role, role });
    this.#members.add(role);
    return (await makeSignInLink(registry, this.#tenantId, email)).path;
  }

  /** A browser of its own, with the member of this role signed in, at this address. */
  async visit(role: Role, path: string, options: VisitingOptions = {}): Promise<Page> {
    const { context, page } = await this.#open(options);
    const link = (await this.link(role)).split('#')[1];
    const answer = await context.request.post('/v1/auth/session', { data: { link } });
    if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
    await page.goto(path);
    return page;
  }

  /** A browser of its own, with nobody signed in. */
  async visitor(path: string, options: VisitingOptions = {}): Promise<Page> {
    const { page } = await this.#open(options);
    await page.goto(path);
    return page;
  }

  /** `slug@version`; what is refused is thrown. */
  async publish(target: string, sketch: BundleSketch = {}, metadata: object = {}): Promise<void> {
    const [slug = '', version] = target.split('@');
    await this.#upload('/v1/skills', { slug, version, ...metadata }, { name: slug, ...sketch });
  }

  /** The id of a new draft. */
  async propose(slug: string, sketch: BundleSketch = {}, metadata: object = {}): Promise<string> {
    const answer = await this.#upload('/v1/drafts', { slug, ...metadata }, { name: slug, ...sketch });
    return draftAnswer.parse(answer).id;
  }

  /** With a token that may do everything, unless another is given. */
  ask(method: string, path: string, body?: unknown, token = this.#master): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    return this.#send(
      path,
      { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
      token,
    );
  }

  /** As `ask`, of what must not be refused. */
  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, data } = await this.ask(method, path, body);
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(data)}`);
    return data;
  }

  /** Of today. */
  async use(slug: string, count: number, project = 'aaaaaaaaaaaaaaaa'): Promise<void> {
    const day = new Date(this.#world.clock.now()).toISOString().slice(0, 10);
    await this.send('POST', '/v1/usage', {
      skill_id: slug,
      event: 'use',
      count,
      day,
      project_hash: project,
    });
    await this.#world.server.registry.usage.flush();
  }

  /** Does something so many days ago. */
  async ago<T>(days: number, act: () => Promise<T>): Promise<T> {
    const { clock } = this.#world;
    const today = clock.now();
    clock.set(today - days * 24 * hour);
    try {
      return await act();
    } finally {
      clock.set(today);
    }
  }

  /** Ends all visits, and says what happened in them that must not. */
  async close(): Promise<readonly string[]> {
    return (await Promise.all(this.#visits.map((visit) => visit.close()))).flat();
  }

  async #open(options: VisitingOptions): Promise<Visit> {
    const { browser, clock } = this.#world;
    const visit = await openVisit(browser, { ...options, baseURL: this.url }, clock.now());
    this.#visits.push(visit);
    return visit;
  }

  async #upload(path: string, metadata: object, sketch: BundleSketch): Promise<unknown> {
    const body = new FormData();
    body.set('metadata', JSON.stringify(metadata));
    body.set('bundle', new Blob([new Uint8Array(bundleOf(sketch))]), 'bundle.tar.gz');
    const { status, data } = await this.#send(path, { method: 'POST', body }, this.#master);
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`);
    return data;
  }

  async #send(path: string, init: RequestInit, token: string): Promise<Reply> {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const answer = await fetch(this.url + path, { ...init, headers });
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, data: isJson ? await answer.json() : await answer.text() };
  }
}
