import { messages } from '@firmament/contract/messages';
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { isSectionPath, SECTION_LABELS } from './parts/content/section-list.ts';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { SettingsForm } from './parts/settings/SettingsForm.tsx';
import { SettingsNav } from './parts/settings/SettingsNav.tsx';
import { SettingsSkeleton } from './parts/settings/SettingsSkeleton.tsx';

const ContentEditor = lazy(async () => ({
  default: (await import('./parts/content/ContentEditor.tsx')).ContentEditor,
}));

export function Component() {
  const { section } = useParams();
  if (section === undefined) return <FirmSettings />;
  if (!isSectionPath(section)) return <Navigate to={paths.adminSettings} replace />;
  return (
    <Suspense
      fallback={
        <>
          <PageHeader title={SECTION_LABELS[section]} />
          <SettingsNav />
          <SettingsSkeleton />
        </>
      }
    >
      <ContentEditor path={section} />
    </Suspense>
  );
}

function FirmSettings() {
  const query = usePageQuery(getQuery('GET /admin/firm'));
  return (
    <>
      <PageHeader title="Settings">What the firm says of itself on every page and in every email.</PageHeader>
      <SettingsNav />
      {query.isError && (!query.data || isForbidden(query.error)) ? (
        <PageError
          error={query.error}
          fallback={messages.firmFetchFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data ? (
        <SettingsForm firm={query.data} />
      ) : (
        <SettingsSkeleton />
      )}
    </>
  );
}
