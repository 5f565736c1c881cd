// The page's service worker: gives what the server answers the two headers without which a browser gives no threads.
'use strict';

async function withHeaders(request) {
  const answer = await fetch(request);
  if (answer.type !== 'basic') return answer;  // a redirection, which the browser follows
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

addEventListener('install', () => skipWaiting());
// The page and its threads alone need the headers; all else the browser gets by itself.
addEventListener('fetch', event => {
  const { mode, destination } = event.request;
  if (mode === 'navigate' || destination === 'worker') event.respondWith(withHeaders(event.request));
});
