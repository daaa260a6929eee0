/*
 * The app: the session, the navigation, the frame around every page, and the page for the address.
 */

import { Frame } from './frame.js';
import { AccountPage } from './pages/account/account-page.js';
import { AuditPage } from './pages/audit/audit-page.js';
import { CatalogPage } from './pages/catalog/catalog-page.js';
import { ComparePage } from './pages/compare/compare-page.js';
import { DraftPage } from './pages/drafts/draft-page.js';
import { DraftsPage } from './pages/drafts/drafts-page.js';
import { GraveyardPage } from './pages/graveyard/graveyard-page.js';
import { InvitePage } from './pages/invite/invite-page.js';
import { ItemPage } from './pages/item/item-page.js';
import { MembersPage } from './pages/members/members-page.js';
import { NamespacesPage } from './pages/namespaces/namespaces-page.js';
import { AuthorizePage } from './pages/programs/authorize-page.js';
import { DevicePage } from './pages/programs/device-page.js';
import { PublishersPage } from './pages/publishers/publishers-page.js';
import { SignInSettingsPage } from './pages/settings/sign-in-settings-page.js';
import { SignInAnswerPage } from './pages/sign-in/sign-in-answer-page.js';
import { SignInPage } from './pages/sign-in/sign-in-page.js';
import { TokensPage } from './pages/tokens/tokens-page.js';
import { UsagePage } from './pages/usage/usage-page.js';
import { WebhooksPage } from './pages/webhooks/webhooks-page.js';
import { NoticesProvider } from './parts/notices.js';
import { PageHead } from './parts/page.js';
import { Failed, Loading } from './parts/states.js';
import { type Page, pageAt } from './rules/address.js';
import { Link, NavigationProvider, useNavigation } from './state/navigation.js';
import { SessionProvider } from './state/session.js';

export function App() {
  return (
    <NavigationProvider>
      <NoticesProvider>
        <SessionProvider
          waiting={
            <main class="alone">
              <Loading label="the catalog" lines={0} />
            </main>
          }
          failed={(error, retry) => (
            <main class="alone">
              <Failed error={error} retry={retry} />
            </main>
          )}
        >
          <Frame>
            <CurrentPage />
          </Frame>
        </SessionProvider>
      </NoticesProvider>
    </NavigationProvider>
  );
}

function CurrentPage() {
  const { path } = useNavigation();
  return <PageOf page={pageAt(path)} />;
}

function PageOf({ page }: { readonly page: Page }) {
  switch (page.name) {
    case 'catalog':
      return <CatalogPage />;
    case 'item':
      return <ItemPage key={page.slug} slug={page.slug} />;
    case 'compare':
      return <ComparePage key={page.slug} slug={page.slug} />;
    case 'graveyard':
      return <GraveyardPage />;
    case 'usage':
      return <UsagePage />;
    case 'drafts':
      return <DraftsPage />;
    case 'draft':
      return <DraftPage key={page.id} id={page.id} />;
    case 'audit':
      return <AuditPage />;
    case 'tokens':
      return <TokensPage />;
    case 'namespaces':
      return <NamespacesPage />;
    case 'members':
      return <MembersPage />;
    case 'invite':
      return <InvitePage />;
    case 'account':
      return <AccountPage />;
    case 'device':
      return <DevicePage />;
    case 'authorize':
      return <AuthorizePage />;
    case 'sign-in-settings':
      return <SignInSettingsPage />;
    case 'publishers':
      return <PublishersPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'sign-in':
      return <SignInPage />;
    case 'sign-in-answer':
      return <SignInAnswerPage tenant={page.tenant} />;
    case 'not-found':
      return <NotFoundPage />;
    default:
      return page satisfies never;
  }
}

/** An address that leads to no page. */
function NotFoundPage() {
  return (
    <>
      <PageHead title="Page not found" says="The address is wrong, or the page has moved." />
      <p>
        <Link class="button" href="/">
          Go to the catalog
        </Link>
      </p>
    </>
  );
}
