/*
 * The app: the session with this machine, the navigation, the frame around every page, and the page for the address.
 */

import { CopyLine } from '../parts/copy-line.js';
import { NoticesProvider } from '../parts/notices.js';
import { PageHead } from '../parts/page.js';
import { Loading } from '../parts/states.js';
import { Link, NavigationProvider, useNavigation } from '../state/navigation.js';
import { MachineFrame } from './frame.js';
import { TodayPage } from './pages/today/today-page.js';
import { OnDemand } from './pages-on-demand.js';
import { type MachinePage, machinePageAt } from './rules/machine-address.js';
import { MachineProvider } from './state/machine.js';

export function MachineApp() {
  return (
    <NavigationProvider>
      <NoticesProvider>
        <MachineProvider
          waiting={
            <main class="alone">
              <Loading label="your skills" lines={0} />
            </main>
          }
          signedOut={(problem) => <SignedOut problem={problem} />}
        >
          <MachineFrame>
            <CurrentPage />
          </MachineFrame>
        </MachineProvider>
      </NoticesProvider>
    </NavigationProvider>
  );
}

function CurrentPage() {
  const { path, query } = useNavigation();
  return <PageOf page={machinePageAt(path)} id={query.get('id') ?? ''} />;
}

function PageOf({ page, id }: { readonly page: MachinePage; readonly id: string }) {
  switch (page) {
    case 'today':
      return <TodayPage />;
    case 'not-found':
      return <NotFoundPage />;
    default:
      return <OnDemand key={page} page={page} id={id} />;
  }
}

function NotFoundPage() {
  return (
    <>
      <PageHead title="Page not found" says="The address is wrong, or the page has moved." />
      <p>
        <Link class="button" href="/machine">
          Go to Today
        </Link>
      </p>
    </>
  );
}

function SignedOut({ problem }: { readonly problem: unknown }) {
  return (
    <main class="alone" id="main">
      <div class="sign-in machine-out">
        <PageHead
          title="Your skills are private"
          says="This page opens with a link that works once. A terminal on this machine gives you one:"
        />
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem instanceof Error ? problem.message : String(problem)}
          </p>
        )}
        <CopyLine text="coppice open" label="the command" />
      </div>
    </main>
  );
}
