import { useEffect, useRef, useState } from 'react';

const imageOf = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find((file) => file.type.startsWith('image/')) ??
  [...(data?.files ?? [])][0] ??
  null;

/** Takes a file that is dropped or pasted anywhere on the page; true while one hovers over it. */
export function useDroppedImages(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
  useEffect(() => {
    const accept = (data: DataTransfer | null) => {
      const file = imageOf(data);
      if (file) take.current(file);
    };
    const onPaste = (event: ClipboardEvent) => accept(event.clipboardData);
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      accept(event.dataTransfer);
    };
    addEventListener('paste', onPaste);
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('paste', onPaste);
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  return over;
}
