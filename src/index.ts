/*
 * The library: what an agent's runtime can embed. Nothing here reads time, environment or disk unless it is handed in.
 */

export type {
  Evaluation,
  EvaluationDifference,
  Installation,
  InstalledItem,
  InstallOptions,
  ItemKind,
  ItemOfKind,
  PublishedItem,
  PublishOptions,
  RegistryItem,
  RegistryVersion,
  Resolution,
  ResolvedItem,
  UnresolvedItem,
  WantedItem,
} from './client/registry-client.js';
export { RegistryClient, type RegistryClientOptions } from './client/registry-client.js';
export type { CuratorPolicy } from './curator/rules/plan.js';
export { type CuratedRecord, type CuratorFacts, type Plan, planTransitions } from './curator/rules/plan.js';
export type { CuratorReport } from './curator/rules/report.js';
export { type CuratorDeps, type CuratorRequest, runCurator } from './curator/run.js';
export type { Listing, ListRequest } from './library/read/list.js';
export type { SkillView } from './library/read/view.js';
export {
  type ChangeOptions,
  type CreateRequest,
  SkillLibrary,
  type SkillLibraryOptions,
} from './library/skill-library.js';
export type { SemanticModels, SemanticRequest } from './library/use/find-by-meaning.js';
export type { Written } from './library/write/author-result.js';
export type { ScanFinding, Verdict } from './scan/findings/finding.js';
export type { ScannedFile, ScannedPackage } from './scan/package/prepare.js';
export { type ScanOptions, type ScanResult, scanSkill } from './scan/scan.js';
export { buildIndex } from './search/build-index.js';
export type { SearchDocument } from './search/document.js';
export type { Embedder, Reranker } from './search/embedding.js';
export type { SearchQuery } from './search/query.js';
export { type Hit, type SearchOptions, search as searchSkills } from './search/search.js';
export type { SearchIndex } from './search/search-index.js';
export type { Diagnostic } from './skill/diagnostic.js';
export { type EditOutcome, removeField, replaceBody, setField } from './skill/edit.js';
export { bodyOf, printSkill } from './skill/layout.js';
export { type ParseOptions, parseSkill } from './skill/parse.js';
export type { Skill, SkillFields } from './skill/skill.js';
export { type ValidateOptions, type ValidationMode, validateSkill } from './skill/validate.js';
export { type Clock, fixedClock, systemClock } from './system/clock.js';
export { memoryFiles } from './system/disk/memory-disk.js';
export { nodeFiles } from './system/disk/node-disk.js';
export type { Files } from './system/files.js';
export { CoppiceError, type ErrorCode } from './text/errors.js';
export type { UsageRecord } from './usage/rules/record.js';
export { UsageStore, type UsageStoreOptions } from './usage/store.js';
