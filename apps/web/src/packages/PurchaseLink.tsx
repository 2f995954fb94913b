import { Link } from 'react-router';
import { useAuth } from '../auth/AuthProvider.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { packageHeadingId } from './PackageCard.tsx';
import type { AccountPackage } from './usePackages.ts';

/** 'Purchase' under a public card: a visitor signs in first and is brought back to the purchase of that package. */
export function PurchaseLink({ offer }: { offer: AccountPackage }) {
  const { isAuthenticated, isLoading } = useAuth();
  const purchase = paths.purchase(offer._id);
  const visitor = !isLoading && !isAuthenticated;
  return (
    <Link
      to={visitor ? paths.login : purchase}
      state={visitor ? { from: purchase } : null}
      aria-describedby={packageHeadingId(offer)}
      className={buttonClass({ variant: offer.mostPopular ? 'primary' : 'secondary', wide: true })}
    >
      Purchase
    </Link>
  );
}
