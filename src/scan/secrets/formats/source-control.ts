/*
 * Formats of Coppice itself, of source hosting, of build services and of package registries.
 */

import { alphabets } from './format.js';

const { a, h, l, u, w, b } = alphabets;

export const sourceControlFormats = () => String.raw`
coppice-token | cop_ cops_ copl_ copi_ | ${a}{30,64} | cop_{a39} | Coppice: 33 random characters, 6 of a checksum
bitbucket-token | BBDC- | [A-Za-z0-9+/=]{40,64} | BBDC-{a44} | Bitbucket Data Center docs: HTTP access tokens
github-token | ghp_ gho_ ghu_ ghs_ ghr_ | ${a}{20,255} | ghp_{a36} | GitHub docs: token formats
github-token | github_pat_ | \w{20,255} | github_pat_{a22}_{a59} | GitHub docs: fine-grained tokens
gitlab-token | glpat- ?glptt- ?gldt- ?glrt- ?glrtr- ?glcbt- | ${w}{20,300}(?:\.[\da-z]{2}\.[\da-z]{9})? | glpat-{a20} | GitLab docs: token prefixes
gitlab-token | ?glft- ?glimt- ?glsoat- ?glagent- ?gloas- ?glffct- ?glwt- | ${w}{20,300}(?:\.[\da-z]{2}\.[\da-z]{9})? | gloas-{h64} | GitLab docs: token prefixes
gitlab-token | GR1348941 | ${w}{20,64} | GR1348941{a20} | GitLab docs: runner registration tokens
atlassian-token | ATATT3 ATCTT3 ATSTT3 | ${w}{40,300}(?:=[0-9A-F]{8})? | ATATT3xFfGF0{w170}={H8} | Atlassian: API tokens as issued
bitbucket-token | ATBB | ${a}{28,40} | ATBB{a32} | Bitbucket docs: app passwords
trello-token | ATTA | ${a}{60,80} | ATTA{a72} | Trello: tokens as issued
azure-devops-token | AZDO (${a}{76}) | ${a}{4} | {a76}AZDO{a4} | Azure DevOps docs: format of personal access tokens
circleci-token | CCIPAT_ CCIPRJ_ | ${a}{16,30}_${h}{32,64} | CCIPAT_{a22}_{h40} | CircleCI docs: API tokens
buildkite-token | bkua_ bkaj_ bkct_ bkpi_ | ${h}{32,64} | bkua_{h40} | Buildkite docs: token formats
sourcegraph-token | sgp_ sgd_ slk_ | (?:(?:${h}{16}|local)_)?${a}{40,64} | sgp_{h16}_{h40} | Sourcegraph docs: access tokens
snyk-token | snyk_uat. snyk_sat. | [\w.-]{30,300} | snyk_uat.{h8}.{w80} | Snyk docs: token formats
sonar-token | squ_ sqp_ sqa_ | ${h}{40} | squ_{h40} | SonarQube docs: token types
harness-token | pat. sat. | ${w}{22}\.${h}{24}\.${a}{20} | pat.{a22}.{h24}.{a20} | Harness docs: API keys
octopus-key | ?API- | ${u}{25,36}(?!\w) | API-{u27} | Octopus Deploy docs: API keys
gitpod-token | gitpod_pat_ | [\w.-]{20,300} | gitpod_pat_{a40} | Gitpod docs: access tokens
codesandbox-token | csb_v1_ | ${w}{30,200} | csb_v1_{w43} | CodeSandbox docs: API keys
chromatic-token | chpt_ | ${h}{12,40} | chpt_{h15} | Chromatic docs: project tokens
npm-token | ?npm_ | ${a}{30,64} | npm_{a36} | npm docs: access tokens
pypi-token | ?pypi- | ${w}{30,400} | pypi-AgEIcHlwaS5vcmc{w140} | PyPI help: API tokens
rubygems-key | rubygems_ | ${h}{36,64} | rubygems_{h48} | RubyGems guides: API keys
docker-token | dckr_pat_ dckr_oat_ | ${w}{20,64} | dckr_pat_{w27} | Docker docs: access tokens
crates-token | ?cio | ${a}{32}(?!\w) | cio{a32} | crates.io: API tokens as issued
nuget-key | ?oy2 | ${l}{43}(?!\w) | oy2{l43} | NuGet docs: API keys
clojars-token | CLOJARS_ | ${h}{50,64} | CLOJARS_{h60} | Clojars docs: deploy tokens
packagist-token | packagist_ack_ packagist_uap_ packagist_ort_ packagist_oat_ | ${h}{50,90} | packagist_ort_{h68} | Packagist docs: API tokens
openvsx-token | ovsxat_ | ${w}{30,80} | ovsxat_{h8}-{h4}-{h4}-{h4}-{h12} | Open VSX: access tokens as issued
jfrog-key | AKCp | ${a}{56,90} | AKCp8{a68} | JFrog docs: API keys
jfrog-token | cmVmdGtuO | ${b}{40,80} | cmVmdGtuO{a55} | JFrog docs: reference tokens
deno-token | ddp_ ddo_ ddw_ | ${a}{30,48} | ddp_{a36} | Deno Deploy docs: access tokens
socket-token | sktsec_ | ${w}{30,120} | sktsec_{w60} | Socket docs: API tokens
cursor-key | ?key_ | ${h}{60,68}(?!\w) | key_{h64} | Cursor docs: API keys
cursor-key | crsr_ | ${h}{50,80} | crsr_{h64} | Cursor docs: API keys
kaggle-token | KGAT_ | ${h}{28,40} | KGAT_{h32} | Kaggle docs: API tokens
depot-token | depot_org_ depot_project_ depot_user_ | ${h}{40,80} | depot_org_{h64} | Depot docs: API tokens
jetbrains-token | perm: perm- | [A-Za-z0-9+/=_-]{4,100}\.[A-Za-z0-9+/=_-]{4,100}\.[A-Za-z0-9+/=_-]{20,80} | perm:{a12}.{a8}.{a38} | JetBrains docs: permanent tokens
percy-token | ?web_ ?app_ ?auto_ ?ss_ | ${h}{60,68}(?!\w) | web_{h64} | Percy docs: project tokens
argos-token | argos_ | ${h}{36,44} | argos_{h40} | Argos docs: project tokens
qlty-token | qltp_ qltcp_ qltcw_ | ${a}{20,64} | qltcp_{a32} | Qlty docs: coverage tokens
weblate-token | wlu_ wlp_ | ${a}{30,48} | wlu_{a36} | Weblate docs: API keys
tolgee-key | tgpak_ tgpat_ | ${l}{30,80} | tgpak_{l56} | Tolgee docs: API keys
nix-token | cachix_ | ${w}{30,300} | cachix_{w60} | Cachix docs: auth tokens
`;
