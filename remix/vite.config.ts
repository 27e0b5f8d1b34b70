import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** The root is the project's: `remix vite:build --config remix/vite.config.ts`. */
export default defineConfig({
  plugins: [
    remix({
      appDirectory: 'remix',
      buildDirectory: 'build',
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
