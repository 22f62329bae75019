"""Reads, searches and changes jobs with the generated client, which checks each response against the OpenAPI document."""

import sys

from openapi_client import ApiClient, ApiException, Configuration, JobsApi, JobUpdate

configuration = Configuration(host=sys.argv[1])
# the generated code reads it without setting it
configuration.access_token = None
jobs = JobsApi(ApiClient(configuration))

first = jobs.jobs_list(limit=1)[0]
found = jobs.jobs_search(job_search_request={"jobTitle": first.title})
assert first.id in [job.id for job in found], found

changed = jobs.jobs_update(first.id, JobUpdate(title=first.title + " II"))
assert jobs.jobs_find(first.id).title == changed.title == first.title + " II", changed

try:
    jobs.jobs_find(2147483647)
    raise AssertionError("There is no such job.")
except ApiException as problem:
    assert problem.status == 404, problem
