"""How gunicorn serves the site: two processes of four threads each."""

worker_class = "gthread"
workers = 2
threads = 4
logger_class = "web.server_log.ServerLog"
