import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';

type FilterSheetProps = {
  /** How many filters narrow the list now. */
  count: number;
  /** The fields; each acts at once. */
  children: ReactNode;
};

/** The filters of a list: in a row where there is room, on phones in a sheet at the bottom. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <div className="contents max-md:hidden">{children}</div>
      <Button
        variant="secondary"
        className="md:hidden"
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        placement="end"
        title="Filters"
        actions={<Button onClick={close}>Show the list</Button>}
      >
        <div className="flex flex-wrap items-center gap-3">{children}</div>
      </Dialog>
    </>
  );
}
