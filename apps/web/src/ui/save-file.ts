/** Hands a text to the browser as a file of this name. */
export function saveFile(name: string, type: 'text/plain' | 'application/json', text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
