import { messages } from '@firmament/contract/messages';
import { messageOf } from '../../api/client.ts';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { Title } from '../../layouts/Title.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { Devices } from './profile/Devices.tsx';
import { EmailSection } from './profile/EmailSection.tsx';
import { NameSection } from './profile/NameSection.tsx';
import { OwnData } from './profile/OwnData.tsx';
import { PasswordSection } from './profile/PasswordSection.tsx';
import { Preferences } from './profile/Preferences.tsx';
import { TwoFactorSection } from './profile/two-factor/TwoFactorSection.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">Manage Profile</Title>
      <h1 className="serif mb-8 text-page">Manage Profile</h1>
      <Profile />
    </>
  );
}

const columns = 'grid items-start gap-5 lg:grid-cols-2';
const column = 'flex min-w-0 flex-col gap-5';

function Profile() {
  const profile = usePageQuery(getQuery('GET /profile'));
  if (profile.isPending) {
    return (
      <SkeletonGroup label={messages.loadingUserData} className={columns}>
        <div className={column}>
          <Skeleton className="h-56 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
        <div className={column}>
          <Skeleton className="h-100 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </SkeletonGroup>
    );
  }
  // What is there stays, with what is typed into it and codes that are shown once, when asking again fails.
  if (profile.isError && !profile.data) {
    return (
      <ErrorState
        message={messageOf(profile.error, messages.userFetchFailed)}
        onRetry={() => void profile.refetch()}
        retrying={profile.isRefetching}
      />
    );
  }
  // First where the Admin Panel waits for it.
  const { required } = profile.data.twoFactor;
  const twoFactor = <TwoFactorSection profile={profile.data} />;
  return (
    <div className={columns}>
      <div className={column}>
        {required && twoFactor}
        <NameSection profile={profile.data} />
        <EmailSection profile={profile.data} />
        <Preferences profile={profile.data} />
        <Devices />
      </div>
      <div className={column}>
        <PasswordSection />
        {!required && twoFactor}
        <OwnData />
      </div>
    </div>
  );
}
