// Fetches and runs the scripts of a page that the server drew once the page was shown: none of them holds it back.
(() => {
  const scripts = document.currentScript.dataset.scripts.split(' ');
  // Longer than a first picture takes where one is drawn.
  const LONGEST_WAIT_MILLISECONDS = 3000;
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of scripts) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
    }
    import(scripts[0]);
  };
  const wait = () => {
    // In a tab that nobody sees nothing is drawn.
    if (document.hidden || performance.getEntriesByName('first-contentful-paint').length > 0) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, LONGEST_WAIT_MILLISECONDS);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', wait);
  else wait();
})();
