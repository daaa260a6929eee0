/*
 * Refuses a query on a table with tenants that does not name the tenant where rows are chosen or added. It reads the text
 * that is sent to the server, so it sees every query of a test, however that was built.
 */

/** Throws on a violation; `tables` are those with a tenant_id. */
export function tenantGuard(tables: readonly string[]): (text: string) => void {
  const touches = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:only\\s+)?"?(${tables.join('|')})"?(?![\\w"])`,
    'gi',
  );
  return (text) => {
    if (everyTenantMark.test(text) || namesTenant.some((pattern) => pattern.test(text))) return;
    const touched = [...text.matchAll(touches)].map((match) => match[1]);
    if (touched.length === 0) return;
    throw new Error(
      `a query on ${touched.join(', ')} does not name tenant_id in a condition; a query for all tenants says everyTenant('why') (db/database.ts), and a test that only reads uses \`unguarded\`: ${text}`,
    );
  };
}

const everyTenantMark = /\/\* every tenant: \S.* \*\//;

const namesTenant = [
  // tenant_id = $1, (tenant_id, slug) in (...), i.tenant_id is ...
  /\btenant_id"?(?:\s*,[^()]*\)|\s*\))?\s*(?:=|in\b|is\b)/i,
  // = i.tenant_id
  /=\s*\(?(?:"?\w+"?\.)?"?tenant_id\b/i,
  /\busing\s*\([^)]*\btenant_id\b/i,
  /\binsert\s+into\s+"?\w+"?\s*(?:as\s+\w+\s*)?\([^)]*\btenant_id\b/i,
];
