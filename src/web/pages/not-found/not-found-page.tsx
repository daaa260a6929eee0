/*
 * An address that leads to no page.
 */

import { Link } from '../../navigation.js';
import { PageHead } from '../../parts/page-head.js';

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Nothing here" says="The address is wrong, or the page has moved." />
      <p>
        <Link class="button" href="/">
          Go to the catalog
        </Link>
      </p>
    </>
  );
}
