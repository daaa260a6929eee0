-- The terms of an item with their weights, as src/search/term-bytes.ts writes them, so that the catalog is ordered by the
-- same scores as a library. A job fills in those of items that were published before.

alter table items add column search_terms bytea;
create index items_without_search_terms on items (id) where search_terms is null and latest_id is not null;
