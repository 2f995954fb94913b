import { Link } from 'react-router';
import { usePageQuery } from '../../../../api/queries.ts';
import { buttonClass } from '../../../../ui/Button.tsx';
import { isForbidden, PageError, PageHeader } from '../page.tsx';
import { SettingsNav } from '../settings/SettingsNav.tsx';
import { SettingsSkeleton } from '../settings/SettingsSkeleton.tsx';
import { ContentForm } from './ContentForm.tsx';
import type { SectionPath } from './section-list.ts';
import { CONTENT_SECTIONS } from './sections.ts';

/** One section of the firm's texts. */
export function ContentEditor({ path }: { path: SectionPath }) {
  const section = CONTENT_SECTIONS[path];
  const query = usePageQuery(section.query);
  return (
    <>
      <PageHeader
        title={section.label}
        actions={
          <Link to={section.shownAt} className={buttonClass({ variant: 'secondary' })}>
            View Page
          </Link>
        }
      >
        {section.about}
      </PageHeader>
      <SettingsNav />
      {query.isError && (!query.data || isForbidden(query.error)) ? (
        <PageError
          error={query.error}
          fallback="Failed to fetch content"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data ? (
        <ContentForm key={path} section={section} stored={query.data} />
      ) : (
        <SettingsSkeleton />
      )}
    </>
  );
}
