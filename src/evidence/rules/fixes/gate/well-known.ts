/*
 * Names that are known to everybody who works in an ecosystem, so that it does not matter who mentioned them: packages,
 * images, hosts of registries. A name that is only similar to one of these is not in the list, which is the point.
 */

export type Ecosystem =
  | 'npm'
  | 'pypi'
  | 'system'
  | 'crates'
  | 'gems'
  | 'go'
  | 'php'
  | 'nuget'
  | 'images'
  | 'hosts'
  /** Packages of R and Julia. */
  | 'inline'
  /** TeX Live, whose packages others than their authors select. */
  | 'tex'
  | 'other';

export function isWellKnown(ecosystem: Ecosystem, name: string): boolean {
  const plain = name.toLowerCase();
  switch (ecosystem) {
    case 'npm':
      return known.npm.has(plain) || npmScopes.has(plain.split('/', 1)[0] ?? '');
    case 'pypi':
      return known.pypi.has(plain.replaceAll('_', '-'));
    case 'go':
      return /^(?:golang\.org\/x|google\.golang\.org|gopkg\.in\/yaml\.v[23])(?:\/|$)/.test(plain);
    case 'nuget':
      return /^(?:microsoft|system)\.[\w.]{1,80}$/.test(plain) || known.nuget.has(plain);
    case 'system':
      return known.system.has(plain) || /^lib[a-z0-9+.-]{1,40}-dev$/.test(plain);
    case 'hosts':
      return hosts.has(plain);
    case 'tex':
      return /^[a-z][a-z\d-]{1,40}$/.test(plain);
    case 'other':
      return false;
    default:
      return known[ecosystem].has(plain);
  }
}

/** Scopes belong to one owner, so any name in them is the owner's. */
const npmScopes = names(
  `@types @babel @testing-library @aws-sdk @nestjs @angular @vue @nuxt @sveltejs @typescript-eslint @eslint @vitest
  @vitejs @rollup @swc @jest @playwright @storybook @prisma @trpc @tanstack @reduxjs @emotion @mui @radix-ui @headlessui
  @tailwindcss @remix-run @next @apollo @graphql-codegen @octokit @google-cloud @azure @sentry @opentelemetry @biomejs
  @esbuild @parcel @commitlint @changesets @nx @expo @react-native @react-navigation @capacitor @ionic @fastify @hono
  @anthropic-ai @modelcontextprotocol @cloudflare @vercel @netlify @supabase @stripe @aws-cdk @pulumi @grpc @node-rs`,
);

const hosts = names(
  `registry.npmjs.org pypi.org files.pythonhosted.org rubygems.org crates.io proxy.golang.org repo.maven.apache.org
  repo1.maven.org download.pytorch.org golang.org google.golang.org gopkg.in`,
);

const known = {
  npm: names(
    `typescript tsx ts-node tsc vite vitest jest mocha chai sinon ava nyc c8 eslint prettier stylelint webpack webpack-cli
    rollup esbuild parcel turbo nx lerna react react-dom next vue nuxt svelte solid-js preact angular express fastify koa
    hono axios node-fetch undici got ws socket.io zod yup joi ajv lodash ramda date-fns dayjs moment luxon uuid nanoid
    chalk commander yargs inquirer ora dotenv dotenv-cli cross-env concurrently nodemon pm2 rimraf mkdirp glob fast-glob
    chokidar fs-extra sharp jimp canvas jsdom cheerio puppeteer playwright cypress storybook tailwindcss postcss
    autoprefixer sass less styled-components redux zustand mobx rxjs prisma drizzle-kit drizzle-orm typeorm sequelize
    knex mongoose mongodb mysql2 pg sqlite3 better-sqlite3 redis ioredis bullmq graphql passport bcrypt bcryptjs
    jsonwebtoken helmet cors morgan winston pino multer nodemailer stripe aws-sdk aws-cdk firebase firebase-admin
    firebase-tools vercel netlify-cli wrangler serverless expo expo-cli eas-cli react-native node-gyp node-pre-gyp
    electron electron-builder husky lint-staged commitizen semantic-release np npm pnpm yarn bun serve http-server
    live-server json-server msw nock supertest ts-jest babel-jest swc terser cssnano html-webpack-plugin workbox d3
    chart.js three leaflet mapbox-gl highlight.js marked markdown-it remark rehype gray-matter js-yaml yaml toml csv-parse
    papaparse xlsx pdfkit pdf-lib archiver adm-zip tar semver execa zx shelljs husky kill-port wait-on npm-run-all tsup
    unbuild rollup-plugin-visualizer knip madge depcheck npm-check-updates create-react-app create-next-app create-vite
    node gulp grunt bower ember-cli gatsby gatsby-cli astro docusaurus vuepress eleventy mermaid graphql-codegen apollo-server
    newman lighthouse web-vitals cypress-axe axe-core pa11y openai langchain tslib core-js regenerator-runtime
    hardhat ethers web3 truffle ganache solc vue-tsc svelte-check corepack degit tsc-alias tsconfig-paths nest`,
  ),
  pypi: names(
    `pip setuptools wheel build twine poetry pipenv pdm hatch uv virtualenv tox nox pytest pytest-cov pytest-asyncio
    pytest-mock pytest-xdist pytest-django hypothesis coverage mypy pyright ruff black isort flake8 pylint bandit
    pre-commit requests httpx aiohttp urllib3 certifi charset-normalizer idna numpy pandas scipy scikit-learn matplotlib
    seaborn plotly bokeh statsmodels sympy networkx polars pyarrow dask xarray numba cython jupyter jupyterlab notebook
    ipython ipykernel nbconvert nbformat papermill torch torchvision torchaudio tensorflow keras jax flax transformers
    datasets tokenizers accelerate peft diffusers sentence-transformers huggingface-hub safetensors openai anthropic
    langchain llama-index tiktoken spacy nltk gensim opencv-python opencv-python-headless pillow imageio scikit-image
    moviepy librosa soundfile pydub openai-whisper faster-whisper ffmpeg-python flask django djangorestframework fastapi
    starlette uvicorn gunicorn hypercorn celery redis rq sqlalchemy alembic flask-sqlalchemy flask-migrate psycopg2
    psycopg2-binary psycopg asyncpg pymysql mysqlclient mysql-connector-python pymongo motor sqlmodel peewee pydantic
    pydantic-settings python-dotenv python-multipart python-dateutil pytz tzdata pyyaml ruamel.yaml toml tomli tomlkit
    jinja2 markupsafe click typer rich tqdm loguru structlog boto3 botocore awscli s3fs google-cloud-storage
    google-cloud-bigquery google-api-python-client google-auth azure-identity azure-storage-blob paramiko fabric ansible
    ansible-lint docker kubernetes pexpect psutil watchdog schedule apscheduler beautifulsoup4 bs4 lxml html5lib scrapy
    selenium playwright openpyxl xlrd xlsxwriter python-docx python-pptx pypdf pypdf2 pdfplumber pymupdf reportlab
    tabulate simplejson orjson ujson jsonschema attrs cattrs marshmallow protobuf grpcio grpcio-tools graphene strawberry
    cryptography pyjwt passlib bcrypt argon2-cffi authlib itsdangerous werkzeug email-validator faker factory-boy freezegun
    responses respx moto vcrpy locust dbt-core dbt-postgres dbt-bigquery dbt-snowflake apache-airflow prefect dagster
    great-expectations duckdb sqlfluff streamlit gradio dash mkdocs mkdocs-material sphinx sphinx-rtd-theme mlflow wandb
    tensorboard optuna xgboost lightgbm catboost shap geopandas shapely fiona rasterio pyproj folium snowflake-connector-python
    pywin32 types-requests types-pyyaml yt-dlp youtube-dl pipx packaging six cffi pycparser`,
  ),
  system: names(
    `git curl wget jq yq ffmpeg imagemagick graphviz pandoc tesseract tesseract-ocr poppler poppler-utils ghostscript
    sox libsndfile1 portaudio gcc g++ make cmake ninja ninja-build meson pkg-config autoconf automake libtool build-essential
    python3 python3-pip python3-venv python3-dev python python@3.11 python@3.12 python@3.13 node nodejs npm yarn go golang
    rust rustup openjdk openjdk@17 openjdk-17-jdk maven gradle ruby php composer perl lua postgresql postgresql-client
    git-lfs postgresql@14 postgresql@15 postgresql@16 libpq mysql mysql-client mariadb-client sqlite sqlite3 redis redis-tools
    redis-server mongodb-community rabbitmq nginx docker docker-compose colima podman kubectl kubernetes-cli helm k9s kind
    minikube terraform tofu opentofu awscli azure-cli google-cloud-sdk gh glab doctl flyctl hub tmux screen tree htop
    ripgrep fd fd-find bat fzf zsh bash fish coreutils gnu-sed gawk findutils watch parallel rsync openssh-client
    openssl ca-certificates gnupg zip unzip p7zip p7zip-full xz-utils zstd libssl-dev zlib1g-dev libxml2 libxslt1.1
    chromium chromium-browser google-chrome firefox chromedriver geckodriver protobuf protobuf-compiler protoc buf
    shellcheck shfmt hadolint pre-commit cocoapods xcodegen swiftlint mkcert ngrok hugo texlive texlive-latex-base
    texlive-xetex wkhtmltopdf libreoffice exiftool libimage-exiftool-perl optipng pngquant jpegoptim webp vips libvips
    cairo pango gdk-pixbuf libffi libgl1 libglib2.0-0 libgomp1 uv pipx poetry pyenv nvm mise asdf direnv just go-task
    act pnpm deno bun lsof net-tools netcat-openbsd dnsutils iproute2 procps xvfb fonts-liberation gdal gdal-bin proj geos
    hdf5 openblas llvm clang libomp watchman sqlc golangci-lint duckdb yt-dlp grpcurl k6 wrk mosquitto cmake-data nasm`,
  ),
  crates: names(
    `serde serde_json tokio anyhow thiserror clap reqwest hyper axum actix-web rocket sqlx sqlx-cli diesel diesel_cli tracing
    tracing-subscriber log env_logger rand regex chrono uuid futures async-trait bytes rayon itertools once_cell lazy_static
    cargo-watch cargo-edit cargo-nextest cargo-audit cargo-deny cargo-make cargo-expand cargo-llvm-cov cargo-tarpaulin
    wasm-pack wasm-bindgen wasm-bindgen-cli trunk just ripgrep cross bindgen cc tonic prost tower url time toml syn quote
    proc-macro2 criterion proptest insta mockall tempfile walkdir dirs tauri-cli`,
  ),
  gems: names(
    `bundler rails rake rspec rubocop sinatra puma sidekiq pg mysql2 sqlite3 redis nokogiri devise pry byebug jekyll
    cocoapods fastlane webdrivers capybara selenium-webdriver factory_bot faker dotenv minitest solargraph thor rack
    webrick bigdecimal csv rexml base64 logger ostruct mutex_m matrix net-smtp net-imap net-pop`,
  ),
  php: names(
    'phpunit/phpunit laravel/framework symfony/console guzzlehttp/guzzle monolog/monolog doctrine/orm phpstan/phpstan friendsofphp/php-cs-fixer',
  ),
  nuget: names('newtonsoft.json xunit nunit moq dapper serilog automapper dotnet-ef npgsql fluentvalidation'),
  inline: names(
    `ggplot2 dplyr tidyr tidyverse readr tibble stringr purrr lubridate data.table rmarkdown knitr shiny devtools testthat
    jsonlite httr httr2 xml2 rvest caret glmnet lme4 zoo xts forecast survival randomforest sf terra plotly here glue
    janitor readxl writexl openxlsx dbi rsqlite rpostgres renv remotes usethis roxygen2 quarto
    csv dataframes plots differentialequations flux jump httpserver json http pluto ijulia distributions statsbase
    optim unitful makie cairomakie glmakie turing`,
  ),
  images: names(
    `postgres redis mysql mariadb mongo nginx httpd node python golang rust ruby php openjdk eclipse-temurin alpine ubuntu
    debian busybox rabbitmq memcached elasticsearch kibana traefik caddy registry hello-world localstack/localstack
    minio/minio mailhog/mailhog axllent/mailpit adminer clickhouse/clickhouse-server bitnami/kafka confluentinc/cp-kafka
    prom/prometheus grafana/grafana jaegertracing/all-in-one pgvector/pgvector postgis/postgis docker.io/library/postgres
    llama3 llama3.1 llama3.2 mistral nomic-embed-text qwen2.5`,
  ),
} as const;

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((name) => name !== ''));
}
